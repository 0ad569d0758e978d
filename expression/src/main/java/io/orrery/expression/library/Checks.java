package io.orrery.expression.library;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.value.JsonTree;
import io.orrery.expression.value.Numbers;
import io.orrery.expression.value.Sameness;
import io.orrery.expression.value.Values;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tests, as in `x is empty`.
final class Checks {

  private Checks() {}

  static List<Check> all() {
    return List.of(
        new Check("defined", List.of(), true, (input, _, _) -> input != null),
        check("null", input -> input == null),
        check("empty", Checks::isEmpty),
        check("even", input -> remainder(input, "even") == 0),
        check("odd", input -> remainder(input, "odd") != 0),
        check("iterable", input -> input instanceof Iterable || Values.isList(input)),
        check("map", input -> input instanceof Map),
        check("json", input -> input instanceof String text && JsonTree.isJson(text)),
        new Check(
            "equalTo",
            List.of("value"),
            false,
            (input, arguments, context) ->
                Sameness.same(input, arguments.value("value"), context.budget())));
  }

  private interface Simple {
    boolean holds(@Nullable Object input);
  }

  private static Check check(String name, Simple simple) {
    return new Check(name, List.of(), false, (input, _, _) -> simple.holds(input));
  }

  /// Whether there is nothing in a value: null, blank, or no members.
  static boolean isEmpty(@Nullable Object value) {
    return switch (value) {
      case null -> true;
      case String text -> text.isBlank();
      case Collection<?> collection -> collection.isEmpty();
      case Map<?, ?> map -> map.isEmpty();
      default -> false;
    };
  }

  private static long remainder(@Nullable Object input, String test) {
    if (input instanceof Number number && Numbers.isWhole(number)) {
      return number.longValue() % 2;
    }
    throw new ExpressionException(
        "'" + test + "' needs a whole number, not a " + Values.typeName(input), 0);
  }
}
