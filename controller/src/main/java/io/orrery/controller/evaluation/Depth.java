package io.orrery.controller.evaluation;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How deep values may be nested. What is deeper is refused where it enters, since nothing behind
/// could write it down.
public final class Depth {

  public static final int LEVELS_MAX = 200;

  private Depth() {}

  /// @throws IllegalArgumentException when `value` is nested deeper than [#LEVELS_MAX]
  public static void check(String what, @Nullable Object value) {
    if (deeper(value, LEVELS_MAX)) {
      throw new IllegalArgumentException(
          what + " is nested deeper than " + LEVELS_MAX + " levels: flatten it, or pass a file");
    }
  }

  private static boolean deeper(@Nullable Object value, int levels) {
    return switch (value) {
      case Map<?, ?> map -> levels == 0 || anyDeeper(map.values(), levels - 1);
      case Collection<?> list -> levels == 0 || anyDeeper(list, levels - 1);
      case null, default -> false;
    };
  }

  private static boolean anyDeeper(Collection<?> values, int levels) {
    for (var value : values) {
      if (deeper(value, levels)) {
        return true;
      }
    }
    return false;
  }
}
