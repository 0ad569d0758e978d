package io.orrery.expression.library;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.value.Numbers;
import io.orrery.expression.value.Values;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/// The four operations and the remainder on numbers. The wider type of the two decides: exact
/// decimals, then double, float, long; whole numbers stay whole, also when divided.
public enum Arithmetic {
  ADD("+"),
  SUBTRACT("-"),
  MULTIPLY("*"),
  DIVIDE("/"),
  REMAINDER("%");

  private final String sign;

  Arithmetic(String sign) {
    this.sign = sign;
  }

  /// @throws ExpressionException when one of them is no number, or on division by zero
  public Number of(@Nullable Object left, @Nullable Object right) {
    if (!(left instanceof Number a) || !(right instanceof Number b)) {
      throw new ExpressionException(
          "'"
              + sign
              + "' needs two numbers, not a "
              + Values.typeName(left)
              + " and a "
              + Values.typeName(right),
          0);
    }
    if (isExact(a) || isExact(b)) {
      return exact(Numbers.decimal(a), Numbers.decimal(b));
    }
    if (a instanceof Double || b instanceof Double) {
      return floating(a.doubleValue(), b.doubleValue());
    }
    if (a instanceof Float || b instanceof Float) {
      return (float) floating(a.floatValue(), b.floatValue());
    }
    return whole(a.longValue(), b.longValue());
  }

  private static boolean isExact(Number number) {
    return number instanceof BigDecimal || number instanceof BigInteger;
  }

  private BigDecimal exact(BigDecimal a, BigDecimal b) {
    return switch (this) {
      case ADD -> a.add(b, MathContext.DECIMAL128);
      case SUBTRACT -> a.subtract(b, MathContext.DECIMAL128);
      case MULTIPLY -> a.multiply(b, MathContext.DECIMAL128);
      case DIVIDE -> a.divide(notZero(b), MathContext.DECIMAL128);
      case REMAINDER -> a.remainder(notZero(b), MathContext.DECIMAL128);
    };
  }

  private double floating(double a, double b) {
    return switch (this) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> a / b;
      case REMAINDER -> a % b;
    };
  }

  private long whole(long a, long b) {
    return switch (this) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> a / notZero(b);
      case REMAINDER -> a % notZero(b);
    };
  }

  private static BigDecimal notZero(BigDecimal divisor) {
    if (divisor.signum() == 0) {
      throw new ExpressionException("division by zero", 0);
    }
    return divisor;
  }

  private static long notZero(long divisor) {
    if (divisor == 0) {
      throw new ExpressionException("division by zero", 0);
    }
    return divisor;
  }
}
