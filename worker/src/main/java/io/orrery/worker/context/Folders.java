package io.orrery.worker.context;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// Folders that tasks worked in.
public final class Folders {
  private Folders() {}

  /// Deletes a folder with all that is in it. Links are deleted, not followed.
  public static void delete(Path folder) throws IOException {
    Files.walkFileTree(folder, new Deleting());
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
