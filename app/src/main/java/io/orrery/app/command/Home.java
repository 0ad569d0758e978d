package io.orrery.app.command;

import io.orrery.app.config.ConfigReader;
import io.orrery.app.config.Loaded;
import io.orrery.app.config.ServerConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The folder of an instance: a lasting one, or one that is gone with the command.
record Home(Path folder, Life life) implements AutoCloseable {

  enum Life {
    LASTING,
    PASSING
  }

  /// `given`, else `ORRERY_HOME`, else `.orrery` in the current folder.
  static Home lasting(Outside outside, Optional<Path> given) {
    var named =
        given.or(
            () ->
                Optional.ofNullable(outside.environment().get("ORRERY_HOME"))
                    .filter(text -> !text.isBlank())
                    .map(Path::of));
    return new Home(outside.folder().resolve(named.orElse(Path.of(".orrery"))), Life.LASTING);
  }

  static Home passing() {
    try {
      return new Home(Files.createTempDirectory("orrery-run-"), Life.PASSING);
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder can be made", e);
    }
  }

  /// The configuration of this home; empty after saying all that is wrong with it.
  Optional<ServerConfig> config(Outside outside, Map<String, String> flags) {
    return switch (ConfigReader.read(folder, outside.environment(), flags)) {
      case Loaded.Ready(var config, var remarks) -> {
        remarks.forEach(remark -> outside.err().println("warning: " + remark));
        yield Optional.of(config);
      }
      case Loaded.Wrong(var mistakes) -> {
        mistakes.forEach(mistake -> outside.err().println("configuration: " + mistake));
        yield Optional.empty();
      }
    };
  }

  /// Removes a passing home with all that is in it.
  @Override
  public void close() {
    if (life == Life.LASTING) {
      return;
    }
    try {
      Files.walkFileTree(folder, new Remover());
    } catch (IOException e) {
      throw new UncheckedIOException("the temporary folder " + folder + " cannot be removed", e);
    }
  }

  private static final class Remover extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException trouble)
        throws IOException {
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
