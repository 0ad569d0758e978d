package io.orrery.plugin.api;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;

/// Patterns of files as flows write them (Kestra's rule): `glob:` or `regex:` patterns of the whole
/// path, which begins with `/`; without such a prefix it is a glob, and one that begins with
/// neither `/` nor `**` matches in every folder.
public final class FilePatterns {

  private final List<PathMatcher> matchers;

  private FilePatterns(List<PathMatcher> matchers) {
    this.matchers = matchers;
  }

  /// @throws TaskFailure for what is no pattern
  public static FilePatterns of(List<String> patterns) {
    return new FilePatterns(patterns.stream().map(FilePatterns::matcher).toList());
  }

  public boolean isEmpty() {
    return matchers.isEmpty();
  }

  /// Whether one of them matches.
  ///
  /// @param path with or without a leading `/`
  public boolean matches(String path) {
    var whole = Path.of(path.startsWith("/") ? path : "/" + path);
    return matchers.stream().anyMatch(matcher -> matcher.matches(whole));
  }

  private static PathMatcher matcher(String pattern) {
    try {
      return FileSystems.getDefault().getPathMatcher(whole(pattern.strip()));
    } catch (IllegalArgumentException e) {
      throw new TaskFailure("'" + pattern + "' is no pattern of files: " + e.getMessage(), e);
    }
  }

  private static String whole(String pattern) {
    if (pattern.startsWith("glob:") || pattern.startsWith("regex:")) {
      return pattern;
    }
    var plain = pattern.startsWith("./") ? pattern.substring(1) : pattern;
    return "glob:" + (plain.startsWith("/") || plain.startsWith("**") ? plain : "**/" + plain);
  }
}
