package io.orrery.worker.context;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The files of this machine that flows may read as `file:///…`: those below the folders that the
/// installation allows, none without any. A link does not lead out of them.
public final class LocalFiles {

  public static final LocalFiles NONE = new LocalFiles(List.of());

  private final List<Path> folders;

  /// @param folders absolute; files are allowed too
  public LocalFiles(List<Path> folders) {
    this.folders = folders.stream().map(folder -> folder.toAbsolutePath().normalize()).toList();
  }

  /// @throws IOException when the address is not below an allowed folder
  /// @throws FileNotFoundException when it is, and there is no file
  Path find(URI address) throws IOException {
    var path = address.getPath();
    if (path == null || path.isEmpty() || path.indexOf('\0') >= 0) {
      throw new IOException("'" + address + "' is no address of a file");
    }
    var place = Path.of(path).normalize();
    if (!below(place, folders)) {
      throw refused(address);
    }
    if (!Files.isRegularFile(place)) {
      throw new FileNotFoundException("there is no file " + address);
    }
    // An allowed folder may itself be a link, so what it really is counts.
    var real = place.toRealPath();
    if (!below(real, realFolders())) {
      throw refused(address);
    }
    return real;
  }

  /// @throws IOException when it is not below an allowed folder, or is no folder
  Path folder(Path path) throws IOException {
    var place = path.normalize();
    if (!place.isAbsolute() || !below(place, folders)) {
      throw refused(path.toUri());
    }
    if (!Files.isDirectory(place)) {
      throw new FileNotFoundException("there is no folder " + path);
    }
    var real = place.toRealPath();
    if (!below(real, realFolders())) {
      throw refused(path.toUri());
    }
    return real;
  }

  private List<Path> realFolders() throws IOException {
    var real = new ArrayList<Path>();
    for (var folder : folders) {
      if (Files.exists(folder)) {
        real.add(folder.toRealPath());
      }
    }
    return real;
  }

  private static boolean below(Path place, List<Path> folders) {
    return folders.stream().anyMatch(place::startsWith);
  }

  private static IOException refused(URI address) {
    return new IOException(
        "the file "
            + address
            + " may not be read: it is not below a folder of the setting"
            + " local-files.allowed-paths");
  }
}
