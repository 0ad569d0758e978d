package io.orrery.expression.code;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.bound.Budget;
import io.orrery.expression.value.Printed;
import io.orrery.expression.value.Values;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// Where a template writes to.
sealed interface Output {

  /// Text of the template itself.
  void text(String text);

  /// The value of an expression.
  void value(@Nullable Object value);

  /// Everything as text.
  final class Text implements Output {

    private final StringBuilder out = new StringBuilder();
    private final Budget budget;
    private final ZoneId zone;

    Text(Budget budget, ZoneId zone) {
      this.budget = budget;
      this.zone = zone;
    }

    @Override
    public void text(String text) {
      out.append(text);
      budget.chars(out.length());
    }

    @Override
    public void value(@Nullable Object value) {
      out.append(Printed.of(value, budget, zone));
      budget.chars(out.length());
    }

    @Override
    public String toString() {
      return out.toString();
    }
  }

  /// One value with its type. Text may follow a text; nothing else can be put together.
  final class Typed implements Output {

    private final Budget budget;
    private @Nullable Object value;
    private boolean written;

    Typed(Budget budget) {
      this.budget = budget;
    }

    @Override
    public void text(String text) {
      if (text.isEmpty()) {
        return;
      }
      if (value == null) {
        value = text;
        written = true;
      } else if (value instanceof String before) {
        budget.chars((long) before.length() + text.length());
        value = before + text;
      } else {
        throw mixed(value);
      }
    }

    @Override
    public void value(@Nullable Object next) {
      if (next == null) {
        return;
      }
      if (written) {
        throw mixed(next);
      }
      value = next;
      written = true;
    }

    @Nullable Object value() {
      return value;
    }

    private static ExpressionException mixed(Object value) {
      return new ExpressionException(
          "one value is needed here: a "
              + Values.typeName(value)
              + " cannot be put together with something else",
          0);
    }
  }
}
