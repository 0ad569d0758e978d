package io.orrery.expression.corpus;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Values of a corpus with their Java types: `{"$t": "zoned", "v": "…"}`.
public final class TypedValues {

  private TypedValues() {}

  /// The value that a piece of JSON stands for; lists and maps member by member.
  public static @Nullable Object of(@Nullable Object json) {
    if (json instanceof Map<?, ?> map) {
      if (map.containsKey("$t")) {
        return typed(String.valueOf(map.get("$t")), Objects.requireNonNull(of(map.get("v"))));
      }
      var result = new LinkedHashMap<String, @Nullable Object>();
      map.forEach((key, value) -> result.put(String.valueOf(key), of(value)));
      return result;
    }
    if (json instanceof List<?> list) {
      var result = new ArrayList<@Nullable Object>();
      list.forEach(item -> result.add(of(item)));
      return result;
    }
    return json;
  }

  /// The same of a map of variables.
  public static Map<String, Object> map(Map<?, ?> json) {
    var result = new LinkedHashMap<String, @Nullable Object>();
    json.forEach((key, value) -> result.put(String.valueOf(key), of(value)));
    return result;
  }

  private static Object typed(String type, Object value) {
    return switch (type) {
      case "float" -> ((Number) value).floatValue();
      case "double" -> ((Number) value).doubleValue();
      case "long" -> ((Number) value).longValue();
      case "int" -> ((Number) value).intValue();
      case "zoned" -> ZonedDateTime.parse(value.toString());
      case "instant" -> Instant.parse(value.toString());
      case "localDateTime" -> LocalDateTime.parse(value.toString());
      case "localDate" -> LocalDate.parse(value.toString());
      case "date" -> Date.from(Instant.ofEpochMilli(((Number) value).longValue()));
      case "duration" -> Duration.parse(value.toString());
      case "uri" -> URI.create(value.toString());
      case "set" -> new LinkedHashSet<>((List<?>) value);
      case "array" -> array((List<?>) value);
      default -> throw new IllegalArgumentException("there is no type " + type);
    };
  }

  private static Object array(List<?> items) {
    return items.stream().allMatch(Integer.class::isInstance)
        ? items.stream().mapToInt(item -> (Integer) item).toArray()
        : items.toArray();
  }
}
