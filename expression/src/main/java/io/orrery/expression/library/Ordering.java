package io.orrery.expression.library;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.value.Numbers;
import io.orrery.expression.value.Values;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// How values are ordered: numbers by value whatever their types, texts by character, other values
/// with their own kind only.
public final class Ordering {

  static final Comparator<Object> NATURAL = Ordering::compare;

  private Ordering() {}

  /// @throws ExpressionException when the two cannot be ordered
  public static int compare(@Nullable Object left, @Nullable Object right) {
    if (left instanceof Number a && right instanceof Number b) {
      return Numbers.compare(a, b);
    }
    if (left instanceof Comparable<?> && right != null && left.getClass() == right.getClass()) {
      return compareSameType(left, right);
    }
    throw new ExpressionException(
        "a " + Values.typeName(left) + " and a " + Values.typeName(right) + " cannot be compared",
        0);
  }

  @SuppressWarnings("unchecked") // both are of one class, which compares with itself
  private static int compareSameType(Object left, Object right) {
    return ((Comparable<Object>) left).compareTo(right);
  }
}
