package io.orrery.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Internal storage on a folder of this machine.
///
/// A file is written beside its place and then renamed, so that a reader never sees a part of it.
/// No path reaches outside of the folder: neither by `..`, however encoded, nor through a symbolic
/// link.
public final class LocalStorage implements InternalStorage {

  /// What a `put` survives once it has returned.
  public enum Durability {
    /// The end of the process.
    PROCESS,
    /// A power cut: file and folder are forced to the disk.
    POWER_CUT
  }

  private static final String SCHEME = "kestra";
  private static final String UNFINISHED = ".unfinished";

  private final Path root;
  private final Path unfinished;
  private final Durability durability;

  private LocalStorage(Path root, Durability durability) {
    this.root = root;
    this.unfinished = root.resolve(UNFINISHED);
    this.durability = durability;
  }

  /// Opens the storage in `folder`, which is made when it is not there. What an earlier process
  /// left unfinished is deleted.
  public static LocalStorage open(Path folder, Durability durability) throws IOException {
    Files.createDirectories(folder);
    var storage = new LocalStorage(folder.toRealPath(), durability);
    deleteTree(storage.unfinished);
    Files.createDirectories(storage.unfinished);
    return storage;
  }

  @Override
  public URI put(String path, InputStream content) throws IOException {
    if (!path.startsWith("/")) {
      throw new IOException("a path in internal storage begins with '/': " + path);
    }
    var file = resolve(path);
    if (file.equals(root)) {
      throw new IOException("a file in internal storage needs a name: " + path);
    }
    var part = Files.createTempFile(unfinished, "put", "");
    try {
      write(part, content);
      move(part, file);
    } finally {
      Files.deleteIfExists(part);
    }
    return address(file);
  }

  private void write(Path part, InputStream content) throws IOException {
    try (var channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
      var _ = content.transferTo(Channels.newOutputStream(channel));
      if (durability == Durability.POWER_CUT) {
        channel.force(true);
      }
    }
  }

  private void move(Path part, Path file) throws IOException {
    var folder = folderOf(file);
    try {
      moveInto(folder, part, file);
    } catch (NoSuchFileException _) {
      // Somebody deleted the folder just after it was made.
      moveInto(folder, part, file);
    }
    if (durability == Durability.POWER_CUT) {
      forceFolder(folder);
    }
  }

  private void moveInto(Path folder, Path part, Path file) throws IOException {
    insideRoot(folder);
    Files.createDirectories(folder);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void forceFolder(Path folder) throws IOException {
    try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public InputStream open(URI file) throws IOException {
    var path = existing(file);
    if (path == null) {
      throw new FileNotFoundException("no file " + file + " in internal storage");
    }
    return Files.newInputStream(path);
  }

  @Override
  public long size(URI file) throws IOException {
    var path = existing(file);
    return path == null ? -1 : Files.size(path);
  }

  @Override
  public boolean delete(URI file) throws IOException {
    var path = resolve(pathOf(file));
    insideRoot(folderOf(path));
    return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && Files.deleteIfExists(path);
  }

  @Override
  public void deleteAll(String folder) throws IOException {
    var path = resolve(folder);
    if (path.equals(root)) {
      throw new IOException("the whole of internal storage is not deleted by this");
    }
    insideRoot(folderOf(path));
    deleteTree(path);
  }

  @Override
  public List<URI> list(String folder) throws IOException {
    var path = resolve(folder);
    var files = new ArrayList<URI>();
    if (!Files.isDirectory(path)) {
      return files;
    }
    insideRoot(path);
    try (var walk = Files.walk(path)) {
      walk.filter(file -> !file.startsWith(unfinished))
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .map(this::address)
          .sorted()
          .forEach(files::add);
    }
    return files;
  }

  private @Nullable Path existing(URI file) throws IOException {
    var path = resolve(pathOf(file));
    if (!Files.isRegularFile(path)) {
      return null;
    }
    insideRoot(path);
    return path;
  }

  private static String pathOf(URI file) throws IOException {
    var path = file.getPath();
    if (!SCHEME.equals(file.getScheme()) || path == null || file.getAuthority() != null) {
      throw new IOException("not an address of internal storage: " + file);
    }
    return path;
  }

  /// The place of a decoded path. Also refuses what would be `..` if some later hand decoded it
  /// again.
  private Path resolve(String path) throws IOException {
    if (path.indexOf('\0') >= 0 || path.indexOf('\\') >= 0) {
      throw new IOException("a path in internal storage has no zero bytes and no '\\'");
    }
    var place = root;
    for (var part : path.split("/", -1)) {
      var plain = part.replaceAll("(?i)%2e", ".");
      if (plain.equals("..") || plain.equals(".")) {
        throw new IOException("a path in internal storage has no '" + part + "': " + path);
      }
      if (!part.isEmpty()) {
        place = place.resolve(part);
      }
    }
    if (place.startsWith(unfinished)) {
      throw new IOException("'" + UNFINISHED + "' is kept for files that are being written");
    }
    return place;
  }

  /// Refuses a place that a symbolic link leads outside.
  private void insideRoot(Path place) throws IOException {
    var existing = place;
    while (!Files.exists(existing) && !existing.equals(root)) {
      existing = folderOf(existing);
    }
    if (!existing.toRealPath().startsWith(root)) {
      throw new IOException("a link leads out of internal storage: " + root.relativize(place));
    }
  }

  private Path folderOf(Path path) {
    var parent = path.getParent();
    return parent == null || !parent.startsWith(root) ? root : parent;
  }

  private URI address(Path file) {
    var path = new StringBuilder();
    for (var part : root.relativize(file)) {
      path.append('/').append(part);
    }
    try {
      return new URI(SCHEME, "", path.toString(), null);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("every path makes an address: " + path, e);
    }
  }

  private static void deleteTree(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
