package io.orrery.worker.context;

import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.api.WorkingFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The folder of one attempt: private, made when first asked for, readable by nobody else, gone
/// with the attempt; or one that others work in as well, and that stays.
final class AttemptFolder implements WorkingFolder {

  private final Path parent;
  private final boolean shared;
  private final List<Path> created = new ArrayList<>();
  private @Nullable Path path;

  private AttemptFolder(Path parent, @Nullable Path path) {
    this.parent = parent;
    this.shared = path != null;
    this.path = path;
  }

  static AttemptFolder within(Path parent) {
    return new AttemptFolder(parent, null);
  }

  static AttemptFolder shared(Path folder) {
    return new AttemptFolder(folder, folder);
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
  public synchronized Path createFile(String extension) throws IOException {
    var file = Files.createTempFile(path(), "file-", extension);
    created.add(file);
    return file;
  }

  /// Deletes the folder when it was made, or of a shared one what was made for this attempt alone.
  synchronized void delete() throws IOException {
    if (shared) {
      for (var file : created) {
        Files.deleteIfExists(file);
      }
      return;
    }
    if (path != null) {
      Folders.delete(path);
      path = null;
    }
  }
}
