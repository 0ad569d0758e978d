package io.orrery.expression.value;

import java.math.BigDecimal;
import java.math.BigInteger;

/// Numbers of different types, compared and converted by value.
public final class Numbers {

  private Numbers() {}

  public static boolean isWhole(Number number) {
    return number instanceof Integer
        || number instanceof Long
        || number instanceof Short
        || number instanceof Byte;
  }

  public static BigDecimal decimal(Number number) {
    return switch (number) {
      case BigDecimal decimal -> decimal;
      case BigInteger whole -> new BigDecimal(whole);
      case Double _, Float _ -> new BigDecimal(number.toString());
      default -> BigDecimal.valueOf(number.longValue());
    };
  }

  public static int compare(Number left, Number right) {
    if (isWhole(left) && isWhole(right)) {
      return Long.compare(left.longValue(), right.longValue());
    }
    if (isFloating(left) || isFloating(right)) {
      // adding zero makes -0.0 the same as 0.0
      return Double.compare(left.doubleValue() + 0.0, right.doubleValue() + 0.0);
    }
    return decimal(left).compareTo(decimal(right));
  }

  private static boolean isFloating(Number number) {
    return number instanceof Double || number instanceof Float;
  }
}
