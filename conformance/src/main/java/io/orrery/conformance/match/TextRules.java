package io.orrery.conformance.match;

import io.orrery.conformance.match.Matchers.Operand;
import io.orrery.conformance.match.Matchers.Rule;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Matchers on text. A scalar of another type is taken by its text, an object never.
final class TextRules {

  static final Map<String, Rule> ALL = all();

  private TextRules() {}

  private static Map<String, Rule> all() {
    var rules = new LinkedHashMap<String, Rule>();
    rules.put("$contains", TextRules::contains);
    rules.put("$startsWith", onText((text, operand) -> text.startsWith(operand.text())));
    rules.put("$endsWith", onText((text, operand) -> text.endsWith(operand.text())));
    rules.put(
        "$regex", onText((text, operand) -> Pattern.compile(operand.text()).matcher(text).find()));
    rules.put("$trimEquals", onText((text, operand) -> text.strip().equals(operand.text())));
    rules.put("$containsOutputOf", TextRules::containsOutputOf);
    return rules;
  }

  private static Rule onText(BiPredicate<String, Operand> test) {
    return (operand, actual, matchers) ->
        textOf(actual).map(text -> test.test(text, operand)).orElse(false);
  }

  private static Optional<String> textOf(@Nullable Object actual) {
    return actual == null || actual == Absent.ABSENT || actual instanceof Map
        ? Optional.empty()
        : Optional.of(Values.text(actual)).filter(text -> Values.list(actual).isEmpty());
  }

  /// Of a text, a piece; of a list, an item.
  private static boolean contains(Operand operand, @Nullable Object actual, Matchers matchers) {
    var items = Values.list(actual);
    if (items.isPresent()) {
      return items.get().stream().anyMatch(item -> matchers.matches(operand.value(), item));
    }
    return textOf(actual).map(text -> text.contains(operand.text())).orElse(false);
  }

  private static boolean containsOutputOf(
      Operand operand, @Nullable Object actual, Matchers matchers) {
    var prefix = operand.beside().get("$prefixedBy") instanceof String text ? text : "";
    var output = matchers.context().outputs().apply(operand.text());
    return textOf(actual)
        .flatMap(text -> output.map(value -> text.contains(prefix + Values.text(value))))
        .orElse(false);
  }
}
