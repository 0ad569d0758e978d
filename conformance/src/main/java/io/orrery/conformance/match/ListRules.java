package io.orrery.conformance.match;

import io.orrery.conformance.match.Matchers.Operand;
import io.orrery.conformance.match.Matchers.Rule;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Matchers on lists and objects as a whole, and on text that holds JSON.
final class ListRules {

  static final Map<String, Rule> ALL = all();

  private ListRules() {}

  private static Map<String, Rule> all() {
    var rules = new LinkedHashMap<String, Rule>();
    rules.put(
        "$size", (operand, actual, matchers) -> matchers.matches(operand.value(), size(actual)));
    rules.put("$minSize", ListRules::minSize);
    rules.put(
        "$hasItem", onList((operand, list, matchers) -> has(list, operand.value(), matchers)));
    rules.put("$hasItems", onList(ListRules::hasItems));
    rules.put("$sameItems", onList(ListRules::sameItems));
    rules.put("$startsWithList", onList(ListRules::startsWithList));
    rules.put("$equals", (operand, actual, matchers) -> exact(operand.value(), actual));
    rules.put("$jsonEquals", onJson((operand, value, matchers) -> exact(operand.value(), value)));
    rules.put("$jsonSameItems", onJsonList(ListRules::sameItems));
    rules.put("$jsonContainsItems", onJsonList(ListRules::hasItems));
    return rules;
  }

  private interface ListRule {
    boolean holds(Operand operand, List<?> list, Matchers matchers);
  }

  private static Rule onList(ListRule rule) {
    return (operand, actual, matchers) ->
        Values.list(actual).map(list -> rule.holds(operand, list, matchers)).orElse(false);
  }

  private static Rule onJson(Rule rule) {
    return (operand, actual, matchers) -> {
      if (!(actual instanceof String text)) {
        return false;
      }
      try {
        return rule.holds(operand, Json.read(text), matchers);
      } catch (IllegalArgumentException e) {
        return false;
      }
    };
  }

  private static Rule onJsonList(ListRule rule) {
    return onJson(onList(rule));
  }

  private static boolean exact(@Nullable Object expected, @Nullable Object actual) {
    return actual != Absent.ABSENT && Values.equal(expected, actual);
  }

  /// Of a list, an object or a text; [Absent] of anything else.
  private static Object size(@Nullable Object actual) {
    return switch (actual) {
      case Map<?, ?> map -> map.size();
      case String text -> text.length();
      case null, default -> Values.list(actual).<Object>map(List::size).orElse(Absent.ABSENT);
    };
  }

  private static boolean minSize(Operand operand, @Nullable Object actual, Matchers matchers) {
    if (!(operand.value() instanceof Number least)) {
      throw new UnknownMatcher("$minSize needs a number");
    }
    return size(actual) instanceof Integer size && size >= least.longValue();
  }

  private static boolean has(List<?> list, @Nullable Object wanted, Matchers matchers) {
    return list.stream().anyMatch(item -> matchers.matches(wanted, item));
  }

  private static boolean hasItems(Operand operand, List<?> list, Matchers matchers) {
    return operand.items().stream().allMatch(wanted -> has(list, wanted, matchers));
  }

  private static boolean startsWithList(Operand operand, List<?> list, Matchers matchers) {
    var wanted = operand.items();
    return list.size() >= wanted.size() && matchers.matches(wanted, list.subList(0, wanted.size()));
  }

  private static boolean sameItems(Operand operand, List<?> list, Matchers matchers) {
    var wanted = operand.items();
    if (wanted.size() != list.size()) {
      return false;
    }
    var owner = new int[list.size()];
    Arrays.fill(owner, -1);
    for (var i = 0; i < wanted.size(); i++) {
      if (!place(i, wanted, list, owner, new boolean[list.size()], matchers)) {
        return false;
      }
    }
    return true;
  }

  /// Finds an item of its own for `wanted[i]`, moving earlier ones aside: a loose matcher must not
  /// take the only item that a strict one could have.
  private static boolean place(
      int i, List<?> wanted, List<?> list, int[] owner, boolean[] tried, Matchers matchers) {
    Predicate<Integer> free =
        j -> owner[j] < 0 || place(owner[j], wanted, list, owner, tried, matchers);
    for (var j = 0; j < list.size(); j++) {
      if (tried[j] || !matchers.matches(wanted.get(i), list.get(j))) {
        continue;
      }
      tried[j] = true;
      if (free.test(j)) {
        owner[j] = i;
        return true;
      }
    }
    return false;
  }
}
