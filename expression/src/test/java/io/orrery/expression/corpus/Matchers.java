package io.orrery.expression.corpus;

import io.orrery.expression.value.JsonTree;
import io.orrery.expression.value.Numbers;
import io.orrery.expression.value.Values;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Compares what came out with what a corpus expects. A plain value means equal, numbers by value;
/// an object is compared member by member, more members are fine; an object whose keys begin with
/// `$` is a matcher, and all of its keys must hold.
public final class Matchers {

  /// A value that is not there at all, unlike null.
  public static final Object ABSENT = new Object();

  /// A matcher that needs more than the two values.
  public interface Special {
    /// What is wrong, or nothing.
    Optional<String> mismatch(Object expected, @Nullable Object actual, Map<?, ?> whole);
  }

  private final Instant now;
  private final ZoneId zone;
  private final Map<String, Special> specials;

  /// @param now what `$now` and its like count from
  public Matchers(Instant now, ZoneId zone) {
    this(now, zone, Map.of());
  }

  /// @param specials further matchers by their key, with the `$`
  public Matchers(Instant now, ZoneId zone, Map<String, Special> specials) {
    this.now = now;
    this.zone = zone;
    this.specials = Map.copyOf(specials);
  }

  /// What differs, each with the path to it; nothing when it matches.
  public List<String> mismatches(@Nullable Object expected, @Nullable Object actual) {
    var found = new ArrayList<String>();
    compare("", expected, actual, found);
    return found;
  }

  private void compare(
      String path, @Nullable Object expected, @Nullable Object actual, List<String> found) {
    if (expected instanceof Map<?, ?> map) {
      if (isMatcher(map)) {
        map.forEach(
            (key, wanted) -> matcher(path, String.valueOf(key), wanted, actual, map, found));
      } else if (actual instanceof Map<?, ?> members) {
        map.forEach(
            (key, wanted) ->
                compare(path + "." + key, wanted, member(members, String.valueOf(key)), found));
      } else {
        found.add(said(path, "an object", actual));
      }
    } else if (expected instanceof List<?> list) {
      var items = Values.list(actual);
      if (items == null || items.size() != list.size()) {
        found.add(said(path, list, actual));
        return;
      }
      for (int i = 0; i < list.size(); i++) {
        compare(path + "[" + i + "]", list.get(i), items.get(i), found);
      }
    } else if (!equal(expected, actual)) {
      found.add(said(path, expected, actual));
    }
  }

  private void matcher(
      String path,
      String name,
      @Nullable Object wanted,
      @Nullable Object actual,
      Map<?, ?> whole,
      List<String> found) {
    var special = specials.get(name);
    if (special != null) {
      special
          .mismatch(Objects.requireNonNull(wanted), actual, whole)
          .ifPresent(what -> found.add(path + ": " + what));
    } else if (name.equals("$all")) {
      list(wanted).forEach(each -> compare(path, each, actual, found));
    } else if (name.equals("$every")) {
      var items = Values.list(actual);
      if (items == null) {
        found.add(said(path, "a list", actual));
      } else {
        items.forEach(item -> compare(path + "[]", wanted, item, found));
      }
    } else if (!holds(name, wanted, actual, whole)) {
      found.add(said(path, name + " " + wanted, actual));
    }
  }

  private boolean holds(
      String name, @Nullable Object wanted, @Nullable Object actual, Map<?, ?> whole) {
    return switch (name) {
      case "$contains" -> text(actual).contains(text(wanted));
      case "$startsWith" -> text(actual).startsWith(text(wanted));
      case "$endsWith" -> text(actual).endsWith(text(wanted));
      case "$trimEquals" -> text(actual).trim().equals(text(wanted));
      case "$regex" -> Pattern.compile(text(wanted)).matcher(text(actual)).find();
      case "$not" -> !matches(wanted, actual);
      case "$anyOf" -> list(wanted).stream().anyMatch(each -> matches(each, actual));
      case "$exists" -> (actual != ABSENT && actual != null) == Boolean.TRUE.equals(wanted);
      case "$absent" -> (actual == ABSENT) == Boolean.TRUE.equals(wanted);
      case "$presentNull" -> actual == null;
      case "$absentOrNull" -> actual == null || actual == ABSENT;
      case "$notEmpty" -> size(actual) > 0 == Boolean.TRUE.equals(wanted);
      case "$gt" -> compareNumbers(actual, wanted) > 0;
      case "$gte" -> compareNumbers(actual, wanted) >= 0;
      case "$range", "$intBetween" -> isBetween(actual, list(wanted));
      case "$size" -> size(actual) == number(wanted).intValue();
      case "$minSize" -> size(actual) >= number(wanted).intValue();
      case "$hasItem" -> hasItem(list(actual), wanted);
      case "$hasItems" -> list(wanted).stream().allMatch(each -> hasItem(list(actual), each));
      case "$sameItems" -> sameItems(list(wanted), list(actual));
      case "$startsWithList" -> {
        var start = list(wanted);
        var items = list(actual);
        yield items.size() >= start.size() && matches(start, items.subList(0, start.size()));
      }
      case "$equals" -> equal(wanted, actual);
      case "$type" -> actual != null && actual != ABSENT;
      case "value" -> matches(wanted, actual);
      case "$jsonEquals" -> equal(wanted, json(actual));
      case "$jsonSameItems" -> sameItems(list(wanted), list(json(actual)));
      case "$jsonContainsItems" ->
          list(wanted).stream().allMatch(each -> hasItem(list(json(actual)), each));
      case "$containsNow" -> text(actual).contains(formattedNow(wanted));
      case "$isNow" -> text(actual).equals(formattedNow(wanted));
      case "$now" -> seconds(instant(actual), moment(text(wanted))) <= 1;
      case "$nowBetween" -> {
        var at = instant(actual);
        yield !at.isBefore(moment(text(list(wanted).getFirst())))
            && !at.isAfter(moment(text(list(wanted).getLast())));
      }
      case "$durationSeconds" ->
          Duration.parse(text(actual)).toSeconds() == number(wanted).longValue();
      case "$sameInstant" -> instant(actual).equals(instant(wanted));
      case "$sameInstantAsOneOf" ->
          list(wanted).stream().anyMatch(each -> instant(each).equals(instant(actual)));
      case "$isAfter" -> instant(actual).isAfter(instant(wanted));
      case "$atOrAfter" -> !instant(actual).isBefore(instant(wanted));
      case "$atOrBefore" -> !instant(actual).isAfter(instant(wanted));
      default ->
          throw new IllegalArgumentException("there is no matcher " + name + " (in " + whole + ")");
    };
  }

  private boolean matches(@Nullable Object expected, @Nullable Object actual) {
    return mismatches(expected, actual).isEmpty();
  }

  private boolean hasItem(List<?> items, @Nullable Object wanted) {
    return items.stream().anyMatch(item -> matches(wanted, item));
  }

  private boolean sameItems(List<?> wanted, List<?> items) {
    return wanted.size() == items.size() && wanted.stream().allMatch(each -> hasItem(items, each));
  }

  private boolean isBetween(@Nullable Object actual, List<?> bounds) {
    return compareNumbers(actual, bounds.getFirst()) >= 0
        && compareNumbers(actual, bounds.getLast()) <= 0;
  }

  private String formattedNow(@Nullable Object wanted) {
    var format = text(((Map<?, ?>) Objects.requireNonNull(wanted)).get("format"));
    return DateTimeFormatter.ofPattern(format, Locale.ROOT).format(now.atZone(zone));
  }

  private Instant moment(String offset) {
    return now.plus(Duration.parse(offset.startsWith("+") ? offset.substring(1) : offset));
  }

  /// Deep equality without matchers: the same members and no more, numbers by value.
  private static boolean equal(@Nullable Object expected, @Nullable Object actual) {
    if (expected instanceof Number a && actual instanceof Number b) {
      return Numbers.compare(a, b) == 0
          || (isSingle(a, b) && Float.compare(a.floatValue(), b.floatValue()) == 0);
    }
    if (expected instanceof Map<?, ?> a) {
      return actual instanceof Map<?, ?> b
          && a.size() == b.size()
          && a.keySet().stream()
              .allMatch(key -> b.containsKey(key) && equal(a.get(key), b.get(key)));
    }
    if (expected instanceof List<?> a) {
      var b = Values.list(actual);
      if (b == null || a.size() != b.size()) {
        return false;
      }
      for (int i = 0; i < a.size(); i++) {
        if (!equal(a.get(i), b.get(i))) {
          return false;
        }
      }
      return true;
    }
    return Objects.equals(expected, actual);
  }

  private static boolean isSingle(Number a, Number b) {
    return a instanceof Float || b instanceof Float;
  }

  private static boolean isMatcher(Map<?, ?> map) {
    return !map.isEmpty()
        && map.keySet().stream().anyMatch(key -> String.valueOf(key).startsWith("$"));
  }

  private static @Nullable Object member(Map<?, ?> map, String key) {
    return map.containsKey(key) ? map.get(key) : ABSENT;
  }

  private static int compareNumbers(@Nullable Object left, @Nullable Object right) {
    return Numbers.compare(number(left), number(right));
  }

  private static Number number(@Nullable Object value) {
    return value instanceof Number number ? number : Long.valueOf(text(value));
  }

  private static int size(@Nullable Object value) {
    if (value == null || value == ABSENT) {
      return 0;
    }
    if (value instanceof Map<?, ?> map) {
      return map.size();
    }
    var list = Values.list(value);
    return list == null ? text(value).length() : list.size();
  }

  private static List<Object> list(@Nullable Object value) {
    var list = Values.list(value);
    return list == null ? List.of() : list;
  }

  private static @Nullable Object json(@Nullable Object value) {
    try {
      return JsonTree.parse(text(value));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      return "not JSON: " + e.getOriginalMessage();
    }
  }

  private static Instant instant(@Nullable Object value) {
    return DateTimeFormatter.ISO_ZONED_DATE_TIME.parse(text(value), Instant::from);
  }

  private static long seconds(Instant a, Instant b) {
    return Duration.between(a, b).abs().toSeconds();
  }

  private static String text(@Nullable Object value) {
    return value == ABSENT ? "(absent)" : String.valueOf(value);
  }

  private static String said(String path, @Nullable Object expected, @Nullable Object actual) {
    var where = path.isEmpty() ? "" : path + ": ";
    return where + "expected " + expected + " but was " + text(actual);
  }
}
