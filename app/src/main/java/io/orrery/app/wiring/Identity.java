package io.orrery.app.wiring;

import io.orrery.app.config.ServerConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/// What an instance keeps in its home about itself: its name as a node, and its key.
final class Identity {

  private static final int NAME_BYTES = 8;
  private static final int KEY_BYTES = 32;

  private Identity() {}

  /// The node's name: the same after a restart, so that it takes back at once what it held.
  static String node(Path home) {
    return kept(home.resolve("node"), () -> HexFormat.of().formatHex(random(NAME_BYTES)));
  }

  /// What secret inputs are sealed with: the given key, else one of the home. Empty: nothing can be
  /// sealed.
  static Optional<byte[]> key(ServerConfig config) {
    if (!config.encryption().enabled()) {
      return Optional.empty();
    }
    return Optional.of(
        config
            .encryption()
            .key()
            .map(key -> Base64.getDecoder().decode(key.reveal()))
            .orElseGet(() -> key(config.home())));
  }

  /// Made at the first start.
  private static byte[] key(Path home) {
    return Base64.getDecoder()
        .decode(
            kept(
                home.resolve("secret.key"),
                () -> Base64.getEncoder().encodeToString(random(KEY_BYTES))));
  }

  private static String kept(Path file, java.util.function.Supplier<String> first) {
    try {
      if (!Files.exists(file)) {
        var only = PosixFilePermissions.fromString("rw-------");
        Files.createDirectories(file.toAbsolutePath().getParent());
        var part =
            Files.createTempFile(
                file.toAbsolutePath().getParent(),
                file.getFileName().toString(),
                ".part",
                PosixFilePermissions.asFileAttribute(only));
        Files.writeString(part, first.get());
        Files.move(part, file);
      }
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("the file " + file + " cannot be used", e);
    }
  }

  private static byte[] random(int count) {
    var bytes = new byte[count];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }
}
