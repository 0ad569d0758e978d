package io.orrery.plugin.api;

import org.jspecify.annotations.Nullable;

/// What counts as true in a flow (Kestra's rule): any value but the texts ``, `false`, `0` and
/// `-0`.
public final class Truth {
  private Truth() {}

  public static boolean of(@Nullable Object rendered) {
    if (rendered == null) {
      return false;
    }
    return switch (rendered.toString().strip()) {
      case "", "false", "0", "-0" -> false;
      default -> true;
    };
  }
}
