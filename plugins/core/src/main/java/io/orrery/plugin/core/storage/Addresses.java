package io.orrery.plugin.core.storage;

import io.orrery.plugin.api.TaskFailure;
import java.net.URI;
import java.util.Set;

/// Addresses of files as users write them.
final class Addresses {
  private Addresses() {}

  private static final Set<String> SCHEMES = Set.of("kestra", "nsfile", "file");

  static URI read(String text) {
    try {
      var uri = URI.create(text.strip());
      if (uri.getScheme() != null && SCHEMES.contains(uri.getScheme())) {
        return uri;
      }
    } catch (IllegalArgumentException _) {
      // Said below.
    }
    throw new TaskFailure("'" + text + "' is no address of a file in internal storage");
  }

  /// The end of the file's name from its last dot, or nothing.
  static String extension(URI file) {
    var path = String.valueOf(file.getPath());
    var name = path.substring(path.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot);
  }
}
