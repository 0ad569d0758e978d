package io.orrery.expression.value;

import io.orrery.expression.bound.Budget;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A value as one text among others: what `~`, `+` and text filters see. Lists and maps look as in
/// Java, `[1, 2]` and `{a=1}`.
public final class PlainText {

  private PlainText() {}

  public static String of(@Nullable Object value, Budget budget) {
    if (!(value instanceof Map<?, ?>) && !Values.isList(value)) {
      return String.valueOf(value);
    }
    var out = new StringBuilder();
    append(value, out, budget, 0);
    return out.toString();
  }

  private static void append(@Nullable Object value, StringBuilder out, Budget budget, int depth) {
    budget.step();
    budget.nesting(depth);
    if (value instanceof Map<?, ?> map) {
      out.append('{');
      var separator = "";
      for (var entry : map.entrySet()) {
        out.append(separator).append(entry.getKey()).append('=');
        append(entry.getValue(), out, budget, depth + 1);
        separator = ", ";
      }
      out.append('}');
    } else if (Values.isList(value)) {
      out.append('[');
      var separator = "";
      for (var item : Objects.requireNonNull(Values.list(value))) {
        out.append(separator);
        append(item, out, budget, depth + 1);
        separator = ", ";
      }
      out.append(']');
    } else {
      out.append(value);
    }
    budget.chars(out.length());
  }
}
