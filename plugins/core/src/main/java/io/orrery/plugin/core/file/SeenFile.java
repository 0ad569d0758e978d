package io.orrery.plugin.core.file;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// A file as it was when somebody looked.
///
/// @param relative its path within the folder, with `/`
record SeenFile(Path path, String relative, long size, Instant modified) {

  /// Of this content of this file.
  String key() {
    return relative + "@" + ChronoUnit.MICROS.between(Instant.EPOCH, modified) + ":" + size;
  }
}
