package io.orrery.conformance.match;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// `{"$repeat": [text, times]}`: a long text, written shortly.
public final class Repeat {

  private static final int LENGTH_MAX = 64 * 1024 * 1024;

  private Repeat() {}

  public static String text(@Nullable Object operand) {
    if (operand instanceof List<?> pair
        && pair.size() == 2
        && pair.get(0) instanceof String text
        && pair.get(1) instanceof Number times
        && (long) text.length() * times.longValue() <= LENGTH_MAX) {
      return text.repeat(times.intValue());
    }
    throw new UnknownMatcher("$repeat " + Values.shown(operand));
  }
}
