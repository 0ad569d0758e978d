package io.orrery.conformance.match;

import io.orrery.conformance.match.Matchers.Operand;
import io.orrery.conformance.match.Matchers.Rule;
import io.orrery.model.state.State;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Matchers on whether something is there, and those that join other matchers.
final class PresenceRules {

  static final Map<String, Rule> ALL = all();

  private PresenceRules() {}

  private static Map<String, Rule> all() {
    var rules = new LinkedHashMap<String, Rule>();
    rules.put("$exists", (operand, actual, matchers) -> operand.flag() == isThere(actual));
    rules.put(
        "$absent", (operand, actual, matchers) -> operand.flag() == (actual == Absent.ABSENT));
    rules.put("$presentNull", (operand, actual, matchers) -> operand.flag() == (actual == null));
    rules.put("$absentOrNull", (operand, actual, matchers) -> operand.flag() != isThere(actual));
    rules.put("$notEmpty", (operand, actual, matchers) -> operand.flag() == notEmpty(actual));
    rules.put("$not", (operand, actual, matchers) -> !matchers.matches(operand.value(), actual));
    rules.put(
        "$all",
        (operand, actual, matchers) ->
            operand.items().stream().allMatch(item -> matchers.matches(item, actual)));
    rules.put(
        "$anyOf",
        (operand, actual, matchers) ->
            operand.items().stream().anyMatch(item -> matchers.matches(item, actual)));
    rules.put("$every", PresenceRules::every);
    rules.put("$terminated", PresenceRules::terminated);
    return rules;
  }

  private static boolean isThere(@Nullable Object actual) {
    return actual != null && actual != Absent.ABSENT;
  }

  private static boolean notEmpty(@Nullable Object actual) {
    return switch (actual) {
      case null -> false;
      case Absent absent -> false;
      case CharSequence text -> !text.isEmpty();
      case Map<?, ?> map -> !map.isEmpty();
      default -> Values.list(actual).map(list -> !list.isEmpty()).orElse(true);
    };
  }

  /// Of a list its items, of an object its values.
  private static boolean every(Operand operand, @Nullable Object actual, Matchers matchers) {
    var items = Values.list(actual instanceof Map<?, ?> map ? map.values() : actual);
    return items
        .map(all -> all.stream().allMatch(item -> matchers.matches(operand.value(), item)))
        .orElse(false);
  }

  private static boolean terminated(Operand operand, @Nullable Object actual, Matchers matchers) {
    var name = Values.text(actual);
    return Arrays.stream(State.values())
        .anyMatch(state -> state.name().equals(name) && state.terminal() == operand.flag());
  }
}
