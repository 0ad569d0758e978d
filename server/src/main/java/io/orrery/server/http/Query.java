package io.orrery.server.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The query parameters of a call, in their order. A value that cannot be read is a [Fault] 422.
public record Query(Map<String, List<String>> values) {

  public Query {
    var copy = new LinkedHashMap<String, List<String>>();
    values.forEach((name, all) -> copy.put(name, List.copyOf(all)));
    values = Collections.unmodifiableMap(copy);
  }

  public Set<String> names() {
    return values.keySet();
  }

  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /// The values of a parameter that may be repeated or list its values with commas.
  public List<String> list(String name) {
    var parts = new ArrayList<String>();
    for (var value : all(name)) {
      Arrays.stream(value.split(",", -1))
          .map(String::trim)
          .filter(part -> !part.isEmpty())
          .forEach(parts::add);
    }
    return parts;
  }

  /// The first value; empty also when it is blank.
  public Optional<String> text(String name) {
    return all(name).stream().findFirst().filter(value -> !value.isBlank());
  }

  public boolean flag(String name, boolean otherwise) {
    return text(name)
        .map(
            value ->
                switch (value.toLowerCase(Locale.ROOT)) {
                  case "true" -> true;
                  case "false" -> false;
                  default -> throw unreadable(name, value, "true or false");
                })
        .orElse(otherwise);
  }

  public Optional<Integer> integer(String name) {
    return text(name)
        .map(
            value -> {
              try {
                return Integer.valueOf(value.trim());
              } catch (NumberFormatException _) {
                throw unreadable(name, value, "a whole number");
              }
            });
  }

  public Optional<Instant> instant(String name) {
    return text(name).map(value -> instant(name, value));
  }

  public Optional<Duration> duration(String name) {
    return text(name).map(value -> duration(name, value));
  }

  public <E extends Enum<E>> Optional<E> choice(String name, Class<E> type) {
    return text(name).map(value -> choice(name, value, type));
  }

  public static <E extends Enum<E>> E choice(String name, String value, Class<E> type) {
    for (var constant : type.getEnumConstants()) {
      if (constant.name().equalsIgnoreCase(value.trim())) {
        return constant;
      }
    }
    throw unreadable(name, value, "one of " + Arrays.toString(type.getEnumConstants()));
  }

  public static Duration duration(String name, String value) {
    try {
      return Duration.parse(value.trim());
    } catch (DateTimeException _) {
      throw unreadable(name, value, "an ISO 8601 duration such as PT1H");
    }
  }

  /// Reads ISO 8601 with an offset, a zone, or neither (then UTC), or a bare date. A space stands
  /// for the plus sign that a client forgot to encode.
  public static Instant instant(String name, String value) {
    var text = value.trim().replace(' ', '+');
    try {
      if (text.length() == 10) {
        return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
      }
      var read =
          DateTimeFormatter.ISO_DATE_TIME.parseBest(
              text, ZonedDateTime::from, OffsetDateTime::from, LocalDateTime::from);
      return read instanceof LocalDateTime local
          ? local.toInstant(ZoneOffset.UTC)
          : Instant.from(read);
    } catch (DateTimeException _) {
      throw unreadable(name, value, "an ISO 8601 date");
    }
  }

  private static Fault unreadable(String name, String value, String wanted) {
    return Fault.argument(
        "parameter '" + name + "' is '" + Texts.shortened(value) + "', which is not " + wanted);
  }
}
