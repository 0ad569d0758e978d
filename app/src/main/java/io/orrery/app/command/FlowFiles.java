package io.orrery.app.command;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Flow files on disk.
final class FlowFiles {
  private FlowFiles() {}

  static final long BYTES_MAX = 10L << 20;

  /// A file itself; of a folder, the `.yaml` and `.yml` files in it and below, ordered by path.
  /// Hidden folders are left out.
  ///
  /// @throws IOException when `path` is not there or cannot be read
  static List<Path> below(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      if (!Files.exists(path)) {
        throw new IOException("there is no " + path);
      }
      return List.of(path);
    }
    var found = new ArrayList<Path>();
    try (var paths = Files.walk(path)) {
      paths
          .filter(Files::isRegularFile)
          .filter(file -> file.getFileName().toString().matches("(?i).*\\.ya?ml"))
          .filter(file -> !hidden(path.relativize(file)))
          .sorted()
          .forEach(found::add);
    }
    return found;
  }

  private static boolean hidden(Path relative) {
    for (var part : relative) {
      if (part.toString().startsWith(".")) {
        return true;
      }
    }
    return false;
  }

  /// The text of a flow, with what it includes.
  ///
  /// @throws IOException when the file or an included one is no text, or larger than [#BYTES_MAX]
  static String text(Path file) throws IOException {
    var folder = file.toAbsolutePath().normalize().resolveSibling("");
    return Includes.expand(plainText(file), folder);
  }

  static String plainText(Path file) throws IOException {
    if (Files.size(file) > BYTES_MAX) {
      throw new IOException(file + " is larger than a flow may be (" + BYTES_MAX + " bytes)");
    }
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw new IOException("it is not UTF-8 text: save it as UTF-8", e);
    }
  }
}
