package io.orrery.expression.value;

import io.orrery.expression.bound.Budget;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Whether two values are equal: numbers by value, lists and maps member by member, within the
/// budget (a value may hold another many times, so `equals` alone could take for ever).
public final class Sameness {

  private Sameness() {}

  public static boolean same(@Nullable Object left, @Nullable Object right, Budget budget) {
    return same(left, right, budget, 0);
  }

  /// Whether a list has a member that is the same.
  public static boolean contains(List<Object> list, @Nullable Object value, Budget budget) {
    budget.work(8L * list.size());
    for (var item : list) {
      if (same(item, value, budget, 0)) {
        return true;
      }
    }
    return false;
  }

  @SuppressWarnings("ReferenceEquality") // only a short cut
  private static boolean same(
      @Nullable Object left, @Nullable Object right, Budget budget, int depth) {
    if (left == right) {
      return true;
    }
    if (left == null || right == null) {
      return false;
    }
    if (left instanceof Number a && right instanceof Number b) {
      return Numbers.compare(a, b) == 0;
    }
    if (left instanceof Map<?, ?> a && right instanceof Map<?, ?> b) {
      return sameMaps(a, b, budget, depth + 1);
    }
    var a = Values.list(left);
    var b = a == null ? null : Values.list(right);
    return (a == null || b == null) ? left.equals(right) : sameLists(a, b, budget, depth + 1);
  }

  private static boolean sameMaps(Map<?, ?> left, Map<?, ?> right, Budget budget, int depth) {
    budget.nesting(depth);
    if (left.size() != right.size()) {
      return false;
    }
    for (var entry : left.entrySet()) {
      budget.step();
      var other = right.get(entry.getKey());
      if (!same(entry.getValue(), other, budget, depth)
          || (other == null && !right.containsKey(entry.getKey()))) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameLists(
      List<Object> left, List<Object> right, Budget budget, int depth) {
    budget.nesting(depth);
    if (left.size() != right.size()) {
      return false;
    }
    var others = right.iterator();
    for (var item : left) {
      budget.step();
      if (!same(item, others.next(), budget, depth)) {
        return false;
      }
    }
    return true;
  }
}
