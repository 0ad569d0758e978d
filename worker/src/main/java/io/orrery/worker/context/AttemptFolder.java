package io.orrery.worker.context;

import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.api.WorkingFolder;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// The private folder of one attempt: made when first asked for, readable by nobody else, gone with
/// the attempt.
final class AttemptFolder implements WorkingFolder {

  private final Path parent;
  private @Nullable Path path;

  AttemptFolder(Path parent) {
    this.parent = parent;
  }

  @Override
  public synchronized Path path() throws IOException {
    if (path == null) {
      Files.createDirectories(parent);
      path = Files.createTempDirectory(parent, "attempt-").toRealPath();
    }
    return path;
  }

  @Override
  public Path resolve(String relative) throws IOException {
    var folder = path();
    try {
      var place = folder.resolve(relative).normalize();
      if (place.startsWith(folder) && existingPart(place).toRealPath().startsWith(folder)) {
        return place;
      }
    } catch (InvalidPathException e) {
      throw new TaskFailure("'" + relative.replace('\0', '?') + "' is no path of a file", e);
    }
    throw new TaskFailure("'" + relative + "' leads out of the working folder");
  }

  private static Path existingPart(Path place) {
    var part = place;
    while (!Files.exists(part, LinkOption.NOFOLLOW_LINKS)) {
      var above = part.getParent();
      if (above == null) {
        return part;
      }
      part = above;
    }
    return part;
  }

  @Override
  public Path createFile(String extension) throws IOException {
    return Files.createTempFile(path(), "file-", extension);
  }

  /// Deletes the folder when it was made. Links are deleted, not followed.
  synchronized void delete() throws IOException {
    if (path == null) {
      return;
    }
    Files.walkFileTree(path, new Deleting());
    path = null;
  }

  private static final class Deleting extends SimpleFileVisitor<Path> {

    /// A script may have taken its folder's permissions away.
    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      if (!Files.isReadable(folder) || !Files.isWritable(folder) || !Files.isExecutable(folder)) {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
