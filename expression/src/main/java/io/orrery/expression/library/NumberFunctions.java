package io.orrery.expression.library;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.bound.Budget;
import io.orrery.expression.value.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `range`, `max` and `min`.
public final class NumberFunctions {

  private NumberFunctions() {}

  static List<Function> all() {
    return List.of(
        Function.of(
            "range",
            List.of("start", "end", "increment"),
            (arguments, context) ->
                range(
                    arguments.required("start"),
                    arguments.required("end"),
                    arguments.whole("increment", 1),
                    context.budget())),
        new Function("max", null, (arguments, _) -> extreme(arguments.all(), 1)),
        new Function("min", null, (arguments, _) -> extreme(arguments.all(), -1)));
  }

  /// All numbers, or all characters, from the first to the last, both included.
  public static List<Object> range(
      @Nullable Object start, @Nullable Object end, long increment, Budget budget) {
    if (increment == 0) {
      throw new ExpressionException("the increment of a range must not be 0", 0);
    }
    boolean letters =
        start instanceof String a && a.length() == 1 && end instanceof String b && b.length() == 1;
    long first = bound(start, letters);
    long last = bound(end, letters);
    var items = new ArrayList<Object>();
    long count = count(first, last, increment);
    budget.items(count);
    for (long i = 0; i < count; i++) {
      long item = first + i * increment;
      items.add(letters ? String.valueOf((char) item) : (Object) item);
    }
    return items;
  }

  private static long count(long first, long last, long increment) {
    if (increment > 0 ? first > last : first < last) {
      return 0;
    }
    try {
      return Math.addExact(
          Math.absExact(Math.subtractExact(last, first)) / Math.absExact(increment), 1);
    } catch (ArithmeticException _) {
      return Long.MAX_VALUE;
    }
  }

  private static long bound(@Nullable Object value, boolean letters) {
    if (letters && value instanceof String text) {
      return text.charAt(0);
    }
    if (value instanceof Number number) {
      return number.longValue();
    }
    throw new ExpressionException(
        "a range goes from number to number or from character to character, not to a "
            + Values.typeName(value),
        0);
  }

  private static @Nullable Object extreme(List<Object> values, int sign) {
    Object found = null;
    for (var value : values) {
      if (found == null || (value != null && Ordering.compare(value, found) * sign > 0)) {
        found = value;
      }
    }
    return found;
  }
}
