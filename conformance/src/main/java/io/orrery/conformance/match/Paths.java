package io.orrery.conformance.match;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Paths into JSON-like values: `state.current`, `[0].key`, `tasks[2].retry.type`.
///
/// Keys may hold dots and slashes themselves (`uris.input.txt`): at each object the longest piece
/// of the path that is a key wins.
public final class Paths {

  private Paths() {}

  /// The value at `path`, or [Absent#ABSENT].
  public static @Nullable Object get(@Nullable Object root, String path) {
    if (path.isEmpty()) {
      return root;
    }
    if (root instanceof List<?> list) {
      return item(list, path);
    }
    if (root instanceof Map<?, ?> map) {
      return member(map, path);
    }
    return Absent.ABSENT;
  }

  private static @Nullable Object item(List<?> list, String path) {
    var bracketed = path.startsWith("[");
    var end = bracketed ? path.indexOf(']') : endOfDigits(path);
    var digits =
        bracketed && end > 0 ? path.substring(1, end) : path.substring(0, Math.max(end, 0));
    if (digits.isEmpty() || endOfDigits(digits) != digits.length() || digits.length() > 9) {
      return Absent.ABSENT;
    }
    var index = Integer.parseInt(digits);
    if (index >= list.size()) {
      return Absent.ABSENT;
    }
    return get(list.get(index), withoutDot(path.substring(bracketed ? end + 1 : end)));
  }

  private static @Nullable Object member(Map<?, ?> map, String path) {
    for (var end = path.length(); end > 0; end = lastCut(path, end)) {
      var key = path.substring(0, end);
      if (!map.containsKey(key)) {
        continue;
      }
      var found = get(map.get(key), withoutDot(path.substring(end)));
      if (found != Absent.ABSENT) {
        return found;
      }
    }
    return Absent.ABSENT;
  }

  /// Where the path can be cut before `end`: at a dot or an opening bracket.
  private static int lastCut(String path, int end) {
    return Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1));
  }

  private static int endOfDigits(String text) {
    var end = 0;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static String withoutDot(String rest) {
    return rest.startsWith(".") ? rest.substring(1) : rest;
  }

  static String join(String prefix, String path) {
    if (prefix.isEmpty() || path.isEmpty()) {
      return prefix + path;
    }
    return path.startsWith("[") ? prefix + path : prefix + "." + path;
  }
}
