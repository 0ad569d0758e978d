package io.orrery.conformance.match;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Equality and text of plain values, as the corpus means them.
public final class Values {

  private static final int SHOWN_MAX = 600;

  private Values() {}

  /// Numbers by value, containers deeply, everything that is not plain (dates, addresses) by its
  /// text. An absent value equals nothing but null.
  public static boolean equal(@Nullable Object expected, @Nullable Object actual) {
    if (expected == null) {
      return actual == null || actual == Absent.ABSENT;
    }
    if (actual == null || actual == Absent.ABSENT) {
      return false;
    }
    if (expected instanceof Number a && actual instanceof Number b) {
      return number(a).compareTo(number(b)) == 0;
    }
    if (expected instanceof Map<?, ?> a && actual instanceof Map<?, ?> b) {
      return equalMaps(a, b);
    }
    var items = list(expected);
    if (items.isPresent()) {
      return list(actual).map(others -> equalLists(items.get(), others)).orElse(false);
    }
    if (expected instanceof String text && !plain(actual)) {
      return text.equals(text(actual));
    }
    return expected.equals(actual);
  }

  private static boolean equalMaps(Map<?, ?> expected, Map<?, ?> actual) {
    return expected.size() == actual.size()
        && expected.entrySet().stream()
            .allMatch(
                entry ->
                    actual.containsKey(entry.getKey())
                        && equal(entry.getValue(), actual.get(entry.getKey())));
  }

  private static boolean equalLists(List<?> expected, List<?> actual) {
    if (expected.size() != actual.size()) {
      return false;
    }
    for (var i = 0; i < expected.size(); i++) {
      if (!equal(expected.get(i), actual.get(i))) {
        return false;
      }
    }
    return true;
  }

  /// What JSON has a form for; anything else is compared by its text.
  private static boolean plain(Object value) {
    return value instanceof String
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof Map
        || list(value).isPresent();
  }

  /// The value as a list when it is one of any kind.
  public static Optional<List<?>> list(@Nullable Object value) {
    return switch (value) {
      case List<?> list -> Optional.of(list);
      case Collection<?> collection -> Optional.of(new ArrayList<>(collection));
      case Object[] array -> Optional.of(Arrays.asList(array));
      case null, default -> Optional.empty();
    };
  }

  public static BigDecimal number(Number value) {
    return switch (value) {
      case BigDecimal decimal -> decimal;
      case BigInteger integer -> new BigDecimal(integer);
      case Double d when d.isNaN() || d.isInfinite() -> throw new UnknownMatcher("number " + d);
      case Float f when f.isNaN() || f.isInfinite() -> throw new UnknownMatcher("number " + f);
      default -> new BigDecimal(value.toString());
    };
  }

  /// The text of a scalar; of a container, its JSON.
  public static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case String string -> string;
      case ZonedDateTime moment -> DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(moment);
      case OffsetDateTime moment -> DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(moment);
      case Instant instant -> instant.toString();
      case Map<?, ?> map -> json(map);
      case Collection<?> collection -> json(collection);
      case Object[] array -> json(array);
      default -> value.toString();
    };
  }

  public static String json(@Nullable Object value) {
    try {
      return Json.MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      return String.valueOf(value);
    }
  }

  /// For people: JSON of plain values, shortened.
  public static String shown(@Nullable Object value) {
    if (value == Absent.ABSENT) {
      return value.toString();
    }
    var text = value == null || plain(value) ? json(value) : text(value);
    return text.length() <= SHOWN_MAX
        ? text
        : text.substring(0, SHOWN_MAX) + "… (" + text.length() + " characters)";
  }
}
