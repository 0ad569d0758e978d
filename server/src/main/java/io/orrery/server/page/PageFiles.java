package io.orrery.server.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// The files of the page as the module `ui` packed them: a text beside its compressed forms `.br`
/// and `.gz`.
final class PageFiles {
  /// What a packed file can be called: nothing that leads out of the folder, and no folder in it.
  private static final Pattern PATH = Pattern.compile("(?:[\\w-]+/)*+[\\w-]+(?:\\.[\\w-]+)++");

  private static final Pattern INLINE_SCRIPT =
      Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "json", "application/json",
          "svg", "image/svg+xml",
          "woff2", "font/woff2");

  private final String root;
  private final Map<String, Optional<byte[]>> read = new ConcurrentHashMap<>();

  /// @param root folder of the class path, with a slash at its end
  PageFiles(String root) {
    this.root = root;
  }

  /// The file, or its compressed form where `suffix` names one; read once.
  Optional<byte[]> bytes(String path, String suffix) {
    if (!PATH.matcher(path).matches()) {
      return Optional.empty();
    }
    var kept = read.get(path + suffix);
    if (kept == null) {
      kept = load(path + suffix);
      if (kept.isPresent()) { // What is not there has no end: only files are kept.
        read.put(path + suffix, kept);
      }
    }
    return kept;
  }

  static String type(String path) {
    return TYPES.getOrDefault(
        path.substring(path.lastIndexOf('.') + 1), "application/octet-stream");
  }

  /// The source expressions of the scripts that stand in a page itself, for its security policy.
  static String scriptHashes(byte[] html) {
    var hashes = new StringBuilder();
    var script = INLINE_SCRIPT.matcher(new String(html, StandardCharsets.UTF_8));
    while (script.find()) {
      var hash = sha256(script.group(1).getBytes(StandardCharsets.UTF_8));
      hashes.append(" 'sha256-").append(Base64.getEncoder().encodeToString(hash)).append('\'');
    }
    return hashes.toString();
  }

  static String tag(byte[] bytes) {
    return '"' + HexFormat.of().formatHex(sha256(bytes), 0, 12) + '"';
  }

  private Optional<byte[]> load(String path) {
    try (InputStream in = PageFiles.class.getClassLoader().getResourceAsStream(root + path)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("the page's file '" + path + "' cannot be read", e);
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
