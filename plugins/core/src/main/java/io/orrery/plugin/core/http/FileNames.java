package io.orrery.plugin.core.http;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a downloaded file is called. A server's word is never a path.
final class FileNames {
  private FileNames() {}

  private static final int CHARS_MAX = 200;

  /// `filename*=UTF-8''a%20b.txt` (RFC 6266).
  private static final Pattern EXTENDED =
      Pattern.compile("filename\\*\\s*=\\s*(?:utf-8|UTF-8)'[^']*'([^;\\s]+)");

  private static final Pattern QUOTED =
      Pattern.compile("filename\\s*=\\s*\"((?:[^\"\\\\]|\\\\.)*)\"", Pattern.CASE_INSENSITIVE);
  private static final Pattern PLAIN =
      Pattern.compile("filename\\s*=\\s*([^\";\\s]+)", Pattern.CASE_INSENSITIVE);

  static String of(Optional<String> contentDisposition, URI uri) {
    return contentDisposition
        .flatMap(FileNames::said)
        .map(FileNames::harmless)
        .filter(name -> !name.isEmpty())
        .orElseGet(() -> fromAddress(uri));
  }

  private static Optional<String> said(String header) {
    var extended = EXTENDED.matcher(header);
    if (extended.find()) {
      return decoded(extended.group(1));
    }
    var quoted = QUOTED.matcher(header);
    if (quoted.find()) {
      return Optional.of(quoted.group(1).replaceAll("\\\\(.)", "$1"));
    }
    var plain = PLAIN.matcher(header);
    return plain.find() ? Optional.of(plain.group(1)) : Optional.empty();
  }

  private static Optional<String> decoded(String text) {
    try {
      return Optional.of(URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static String fromAddress(URI uri) {
    var name = uri.getPath() == null ? "" : harmless(uri.getPath());
    return name.isEmpty() ? "download" : name;
  }

  /// The last part of a path, without anything that a file system might take for more than a name.
  static String harmless(String path) {
    int slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
    var name = path.substring(slash + 1).replaceAll("[\\p{Cntrl}%:*?\"<>|]", "_").strip();
    if (name.equals(".") || name.equals("..")) {
      return "";
    }
    return name.length() <= CHARS_MAX ? name : name.substring(name.length() - CHARS_MAX);
  }
}
