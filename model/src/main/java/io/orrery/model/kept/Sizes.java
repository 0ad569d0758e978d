package io.orrery.model.kept;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How large values are, near enough: in bytes of JSON, if its texts are mostly ASCII.
public final class Sizes {
  private Sizes() {}

  private static final int OF_A_SCALAR = 8;
  private static final int AROUND = 4;

  public static long of(@Nullable Object value) {
    return switch (value) {
      case CharSequence text -> text.length() + AROUND;
      case Map<?, ?> map -> {
        long sum = AROUND;
        for (var entry : map.entrySet()) {
          sum += of(entry.getKey()) + of(entry.getValue());
        }
        yield sum;
      }
      case Collection<?> items -> {
        long sum = AROUND;
        for (var item : items) {
          sum += of(item) + 1;
        }
        yield sum;
      }
      case null, default -> OF_A_SCALAR;
    };
  }

  /// `64 MiB`, `1.5 MiB`, `300 KiB`.
  public static String text(long bytes) {
    long kib = bytes / 1024;
    if (kib < 1024) {
      return kib + " KiB";
    }
    long tenths = kib * 10 / 1024;
    return tenths % 10 == 0 ? tenths / 10 + " MiB" : tenths / 10 + "." + tenths % 10 + " MiB";
  }
}
