package io.orrery.expression.code;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.bound.Budget;
import io.orrery.expression.library.Arithmetic;
import io.orrery.expression.library.NumberFunctions;
import io.orrery.expression.value.Numbers;
import io.orrery.expression.value.PlainText;
import io.orrery.expression.value.Sameness;
import io.orrery.expression.value.Values;
import io.pebbletemplates.pebble.node.expression.AddExpression;
import io.pebbletemplates.pebble.node.expression.AndExpression;
import io.pebbletemplates.pebble.node.expression.BinaryExpression;
import io.pebbletemplates.pebble.node.expression.ConcatenateExpression;
import io.pebbletemplates.pebble.node.expression.ContainsExpression;
import io.pebbletemplates.pebble.node.expression.DivideExpression;
import io.pebbletemplates.pebble.node.expression.EqualsExpression;
import io.pebbletemplates.pebble.node.expression.GreaterThanEqualsExpression;
import io.pebbletemplates.pebble.node.expression.GreaterThanExpression;
import io.pebbletemplates.pebble.node.expression.LessThanEqualsExpression;
import io.pebbletemplates.pebble.node.expression.LessThanExpression;
import io.pebbletemplates.pebble.node.expression.ModulusExpression;
import io.pebbletemplates.pebble.node.expression.MultiplyExpression;
import io.pebbletemplates.pebble.node.expression.NotEqualsExpression;
import io.pebbletemplates.pebble.node.expression.OrExpression;
import io.pebbletemplates.pebble.node.expression.RangeExpression;
import io.pebbletemplates.pebble.node.expression.SubtractExpression;
import io.pebbletemplates.pebble.node.expression.UnaryExpression;
import io.pebbletemplates.pebble.node.expression.UnaryMinusExpression;
import io.pebbletemplates.pebble.node.expression.UnaryNotExpression;
import io.pebbletemplates.pebble.node.expression.UnaryPlusExpression;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the operators do. Lists are never changed: `+` and `-` on a list make a new one.
final class Operators {

  private Operators() {}

  private interface Binary {
    @Nullable Object of(@Nullable Object left, @Nullable Object right, Evaluation evaluation);
  }

  private interface OrderTest {
    boolean of(int order);
  }

  static Code binary(BinaryExpression<?> node, Code left, Code right) {
    int line = node.getLineNumber();
    return switch (node) {
      case AndExpression _ ->
          evaluation ->
              Truths.of(left.value(evaluation), "and", line)
                  && Truths.of(right.value(evaluation), "and", line);
      case OrExpression _ ->
          evaluation ->
              Truths.of(left.value(evaluation), "or", line)
                  || Truths.of(right.value(evaluation), "or", line);
      case EqualsExpression _ ->
          both(left, right, line, (a, b, e) -> Sameness.same(a, b, e.budget()));
      case NotEqualsExpression _ ->
          both(left, right, line, (a, b, e) -> !Sameness.same(a, b, e.budget()));
      case GreaterThanExpression _ -> ordered(left, right, line, order -> order > 0);
      case GreaterThanEqualsExpression _ -> ordered(left, right, line, order -> order >= 0);
      case LessThanExpression _ -> ordered(left, right, line, order -> order < 0);
      case LessThanEqualsExpression _ -> ordered(left, right, line, order -> order <= 0);
      case AddExpression _ -> both(left, right, line, Operators::add);
      case SubtractExpression _ -> both(left, right, line, Operators::subtract);
      case MultiplyExpression _ ->
          both(left, right, line, (a, b, _) -> Arithmetic.MULTIPLY.of(a, b));
      case DivideExpression _ -> both(left, right, line, (a, b, _) -> Arithmetic.DIVIDE.of(a, b));
      case ModulusExpression _ ->
          both(left, right, line, (a, b, _) -> Arithmetic.REMAINDER.of(a, b));
      case ConcatenateExpression _ -> both(left, right, line, Operators::concatenate);
      case ContainsExpression _ -> both(left, right, line, Operators::contains);
      case RangeExpression _ ->
          both(left, right, line, (a, b, e) -> NumberFunctions.range(a, b, 1, e.budget()));
      default ->
          throw new ExpressionException(
              "not an operator: " + node.getClass().getSimpleName(), line);
    };
  }

  static Code unary(UnaryExpression node, Code child) {
    int line = node.getLineNumber();
    return switch (node) {
      case UnaryNotExpression _ -> evaluation -> !Truths.of(child.value(evaluation), "not", line);
      case UnaryMinusExpression _ ->
          both(_ -> -1L, child, line, (sign, b, _) -> Arithmetic.MULTIPLY.of(sign, b));
      case UnaryPlusExpression _ ->
          both(_ -> 1L, child, line, (sign, b, _) -> Arithmetic.MULTIPLY.of(sign, b));
      default ->
          throw new ExpressionException(
              "not an operator: " + node.getClass().getSimpleName(), line);
    };
  }

  static Code isIn(Code left, Code right) {
    return both(left, right, 0, Operators::isIn);
  }

  private static Code both(Code left, Code right, int line, Binary operation) {
    return evaluation -> {
      var a = left.value(evaluation);
      var b = right.value(evaluation);
      try {
        return operation.of(a, b, evaluation);
      } catch (ExpressionException e) {
        throw e.line() > 0 ? e : new ExpressionException(String.valueOf(e.getMessage()), line, e);
      }
    };
  }

  /// Numbers alone have an order here, as in Pebble: two dates as texts would mostly be compared by
  /// their formats and zones. Null is neither more nor less than anything.
  private static Code ordered(Code left, Code right, int line, OrderTest test) {
    return both(
        left,
        right,
        line,
        (a, b, _) ->
            a != null && b != null && test.of(Numbers.compare(ordered(a, b), ordered(b, a))));
  }

  private static Number ordered(Object value, Object other) {
    if (value instanceof Number number) {
      return number;
    }
    throw new ExpressionException(
        "a "
            + Values.typeName(value)
            + " cannot be compared with a "
            + Values.typeName(other)
            + " by size, only numbers can: use the filter `number`, or `timestamp` for dates",
        0);
  }

  private static @Nullable Object add(
      @Nullable Object left, @Nullable Object right, Evaluation evaluation) {
    var budget = evaluation.budget();
    if (left instanceof String || right instanceof String) {
      return joined(PlainText.of(left, budget), PlainText.of(right, budget), budget);
    }
    var list = Values.list(left);
    if (list == null) {
      return Arithmetic.ADD.of(left, right);
    }
    var result = new ArrayList<@Nullable Object>(list);
    var more = Values.list(right);
    budget.items((long) list.size() + (more == null ? 1 : more.size()));
    budget.work(8L * list.size());
    if (more == null) {
      result.add(right);
    } else {
      result.addAll(more);
    }
    return result;
  }

  private static @Nullable Object subtract(
      @Nullable Object left, @Nullable Object right, Evaluation evaluation) {
    var list = Values.list(left);
    if (list == null) {
      return Arithmetic.SUBTRACT.of(left, right);
    }
    var budget = evaluation.budget();
    var removed = Values.list(right);
    var result = new ArrayList<@Nullable Object>();
    boolean once = false;
    for (var item : list) {
      budget.step();
      boolean gone =
          removed == null
              ? !once && Sameness.same(item, right, budget)
              : Sameness.contains(removed, item, budget);
      once = once || gone;
      if (!gone) {
        result.add(item);
      }
    }
    return result;
  }

  private static @Nullable Object concatenate(
      @Nullable Object left, @Nullable Object right, Evaluation evaluation) {
    var budget = evaluation.budget();
    return joined(
        left == null ? "" : PlainText.of(left, budget),
        right == null ? "" : PlainText.of(right, budget),
        budget);
  }

  private static String joined(String left, String right, Budget budget) {
    long length = (long) left.length() + right.length();
    budget.chars(length);
    budget.work(length);
    return left + right;
  }

  private static Object contains(
      @Nullable Object left, @Nullable Object right, Evaluation evaluation) {
    var budget = evaluation.budget();
    return switch (left) {
      case null -> false;
      case String text -> {
        budget.work(text.length());
        yield text.contains(PlainText.of(right, budget));
      }
      case Map<?, ?> map -> isKey(right) && map.containsKey(right);
      default -> {
        var list = Values.list(left);
        if (list == null) {
          throw new ExpressionException(
              "'contains' needs a list, a map or a text, not a " + Values.typeName(left), 0);
        }
        var all = Values.list(right);
        if (all == null) {
          yield Sameness.contains(list, right, budget);
        }
        boolean every = true;
        for (var item : all) {
          every = every && Sameness.contains(list, item, budget);
        }
        yield every;
      }
    };
  }

  private static boolean isKey(@Nullable Object value) {
    return value != null && !(value instanceof Map<?, ?>) && !Values.isList(value);
  }

  /// Members are compared as texts; a map has its keys and its values.
  private static Object isIn(@Nullable Object left, @Nullable Object right, Evaluation evaluation) {
    if (left == null || right == null) {
      return false;
    }
    var budget = evaluation.budget();
    var wanted = PlainText.of(left, budget);
    if (right instanceof Map<?, ?> map) {
      for (var entry : map.entrySet()) {
        budget.step();
        if (PlainText.of(entry.getKey(), budget).equals(wanted)
            || PlainText.of(entry.getValue(), budget).equals(wanted)) {
          return true;
        }
      }
      return false;
    }
    var list = Values.list(right);
    if (list != null) {
      for (var item : list) {
        budget.step();
        if (PlainText.of(item, budget).equals(wanted)) {
          return true;
        }
      }
    }
    return false;
  }
}
