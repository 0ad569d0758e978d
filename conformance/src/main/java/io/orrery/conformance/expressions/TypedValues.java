package io.orrery.conformance.expressions;

import io.orrery.conformance.match.Values;
import io.orrery.conformance.subject.Unsupported;
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
import org.jspecify.annotations.Nullable;

/// Variables with the Java types that JSON has no form for: `{"$t": "zoned", "v": "…"}`.
final class TypedValues {

  private TypedValues() {}

  static Map<String, Object> variables(Map<String, Object> json) {
    var variables = new LinkedHashMap<String, Object>();
    json.forEach((name, value) -> variables.put(name, value(value)));
    return variables;
  }

  private static @Nullable Object value(@Nullable Object json) {
    return switch (json) {
      case Map<?, ?> map when map.get("$t") instanceof String type ->
          typed(type, value(map.get("v")));
      case Map<?, ?> map -> {
        var members = new LinkedHashMap<String, Object>();
        map.forEach((key, member) -> members.put(String.valueOf(key), value(member)));
        yield members;
      }
      case List<?> list -> {
        var items = new ArrayList<Object>();
        list.forEach(item -> items.add(value(item)));
        yield items;
      }
      case null, default -> json;
    };
  }

  private static Object typed(String type, @Nullable Object value) {
    return switch (value) {
      case Number number -> ofNumber(type, number);
      case String text -> ofText(type, text);
      case List<?> items when type.equals("set") -> new LinkedHashSet<>(items);
      case List<?> items when type.equals("array") -> array(items);
      case null, default -> throw unknown(type, value);
    };
  }

  private static Object ofNumber(String type, Number number) {
    return switch (type) {
      case "float" -> number.floatValue();
      case "double" -> number.doubleValue();
      case "long" -> number.longValue();
      case "int" -> number.intValue();
      case "date" -> Date.from(Instant.ofEpochMilli(number.longValue()));
      default -> throw unknown(type, number);
    };
  }

  private static Object ofText(String type, String text) {
    return switch (type) {
      case "zoned" -> ZonedDateTime.parse(text);
      case "instant" -> Instant.parse(text);
      case "localDateTime" -> LocalDateTime.parse(text);
      case "localDate" -> LocalDate.parse(text);
      case "duration" -> Duration.parse(text);
      case "uri" -> URI.create(text);
      default -> throw unknown(type, text);
    };
  }

  /// Of whole numbers, an array of ints.
  private static Object array(List<?> items) {
    return items.stream().allMatch(Integer.class::isInstance)
        ? items.stream().mapToInt(item -> (Integer) item).toArray()
        : items.toArray();
  }

  private static Unsupported unknown(String type, @Nullable Object value) {
    return new Unsupported("variable of type " + type + ": " + Values.shown(value));
  }
}
