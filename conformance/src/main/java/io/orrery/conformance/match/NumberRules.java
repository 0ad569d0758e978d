package io.orrery.conformance.match;

import io.orrery.conformance.match.Matchers.Operand;
import io.orrery.conformance.match.Matchers.Rule;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Matchers on numbers. Bounds of ranges are inclusive.
final class NumberRules {

  static final Map<String, Rule> ALL = all();
  private static final Pattern INTEGER = Pattern.compile("-?\\d{1,18}");

  private NumberRules() {}

  private static Map<String, Rule> all() {
    var rules = new LinkedHashMap<String, Rule>();
    rules.put("$gt", comparing(order -> order > 0));
    rules.put("$gte", comparing(order -> order >= 0));
    rules.put("$range", NumberRules::range);
    rules.put("$intBetween", NumberRules::intBetween);
    return rules;
  }

  private static Rule comparing(IntPredicate test) {
    return (operand, actual, matchers) ->
        number(actual)
            .map(value -> test.test(value.compareTo(bound(operand, operand.value()))))
            .orElse(false);
  }

  private static boolean range(Operand operand, @Nullable Object actual, Matchers matchers) {
    return number(actual).map(value -> within(operand, value)).orElse(false);
  }

  /// A whole number or the text of one.
  private static boolean intBetween(Operand operand, @Nullable Object actual, Matchers matchers) {
    var text = Values.text(actual).strip();
    return INTEGER.matcher(text).matches() && within(operand, new BigDecimal(text));
  }

  private static boolean within(Operand operand, BigDecimal value) {
    var bounds = operand.items();
    if (bounds.size() != 2) {
      throw new UnknownMatcher(operand.name() + " needs two bounds");
    }
    return value.compareTo(bound(operand, bounds.get(0))) >= 0
        && value.compareTo(bound(operand, bounds.get(1))) <= 0;
  }

  private static Optional<BigDecimal> number(@Nullable Object actual) {
    return actual instanceof Number number ? Optional.of(Values.number(number)) : Optional.empty();
  }

  private static BigDecimal bound(Operand operand, @Nullable Object value) {
    return number(value)
        .orElseThrow(
            () ->
                new UnknownMatcher(operand.name() + " needs numbers, not " + Values.shown(value)));
  }
}
