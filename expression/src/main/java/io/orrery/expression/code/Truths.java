package io.orrery.expression.code;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.value.Values;
import org.jspecify.annotations.Nullable;

/// What `if`, `and`, `or`, `not` and `?:` take for true: true, numbers but 0, texts but the empty
/// one (so the text `false` is true). Not to be confused with the truth of a whole condition.
final class Truths {

  private Truths() {}

  static boolean of(@Nullable Object value, String user, int line) {
    return switch (value) {
      case Boolean truth -> truth;
      case Number number -> isNotZero(number.doubleValue());
      case String text -> !text.isEmpty();
      case null, default ->
          throw new ExpressionException(
              "'"
                  + user
                  + "' needs true or false, a number or a text, not a "
                  + Values.typeName(value),
              line);
    };
  }

  private static boolean isNotZero(double number) {
    return !Double.isNaN(number) && number != 0.0;
  }
}
