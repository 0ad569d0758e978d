package io.orrery.worker.plugin;

import io.orrery.plugin.api.TaskFailure;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// JSON-like values as the Java type that a property asks for. Texts are read as that type.
public final class Conversions {
  private Conversions() {}

  /// `value` as a `type`, or null when it is null, or a blank text where the type is not text.
  ///
  /// @throws TaskFailure when it cannot be one
  public static @Nullable Object convert(Type type, @Nullable Object value) {
    var wanted = Types.raw(type);
    if (value == null || wanted == Object.class) {
      return value;
    }
    if (wanted == String.class) {
      return text(value);
    }
    if (value instanceof String text && text.isBlank()) {
      return null;
    }
    try {
      return typed(type, wanted, value);
    } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
      throw new TaskFailure("'" + text(value) + "' is no " + name(wanted), e);
    }
  }

  private static Object typed(Type type, Class<?> wanted, Object value) {
    if (List.class.isAssignableFrom(wanted)) {
      return list(Types.argument(type, 0), value);
    }
    if (Map.class.isAssignableFrom(wanted)) {
      return map(Types.argument(type, 1), value);
    }
    if (wanted == Optional.class) {
      return Optional.ofNullable(convert(Types.argument(type, 0), value));
    }
    if (wanted.isRecord()) {
      var tree = value instanceof String text ? Json.read(text) : value;
      return RecordPlan.of(wanted).bind(asMap(tree), "");
    }
    if (wanted.isInstance(value)) {
      return value;
    }
    return scalar(wanted, value);
  }

  private static Object scalar(Class<?> wanted, Object value) {
    var text = text(value).strip();
    if (wanted == Integer.class) {
      return number(text).intValueExact();
    }
    if (wanted == Long.class) {
      return number(text).longValueExact();
    }
    if (wanted == Double.class) {
      return Double.parseDouble(text);
    }
    if (wanted == BigDecimal.class) {
      return number(text);
    }
    if (wanted == Boolean.class) {
      return bool(text);
    }
    if (wanted == Duration.class) {
      return value instanceof Number ? seconds(number(text)) : Duration.parse(text);
    }
    if (wanted == Instant.class) {
      return value instanceof ZonedDateTime zoned ? zoned.toInstant() : Instant.parse(text);
    }
    if (wanted == URI.class) {
      return URI.create(text);
    }
    if (wanted.isEnum()) {
      return constant(wanted, text);
    }
    throw new IllegalStateException("properties of " + wanted + " are not known");
  }

  private static BigDecimal number(String text) {
    return new BigDecimal(text);
  }

  private static Duration seconds(BigDecimal seconds) {
    return Duration.ofNanos(seconds.movePointRight(9).longValueExact());
  }

  private static boolean bool(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("neither true nor false");
    };
  }

  private static Object constant(Class<?> wanted, String text) {
    for (var constant : wanted.getEnumConstants()) {
      if (((Enum<?>) constant).name().equalsIgnoreCase(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException("no such constant");
  }

  private static List<@Nullable Object> list(Type element, Object value) {
    var tree = value instanceof String text ? Json.read(text) : value;
    if (!(tree instanceof Iterable<?> items)) {
      throw new IllegalArgumentException("not a list");
    }
    var list = new ArrayList<@Nullable Object>();
    items.forEach(item -> list.add(convert(element, item)));
    return list;
  }

  private static Map<String, @Nullable Object> map(Type element, Object value) {
    var tree = value instanceof String text ? Json.read(text) : value;
    var map = new LinkedHashMap<String, @Nullable Object>();
    asMap(tree).forEach((key, item) -> map.put(key, convert(element, item)));
    return map;
  }

  private static Map<String, Object> asMap(@Nullable Object value) {
    if (!(value instanceof Map<?, ?> given)) {
      throw new IllegalArgumentException("not a map");
    }
    var map = new LinkedHashMap<String, Object>();
    given.forEach((key, item) -> map.put(String.valueOf(key), item));
    return map;
  }

  private static String text(Object value) {
    return value instanceof Map || value instanceof Iterable ? Json.write(value) : value.toString();
  }

  private static String name(Class<?> type) {
    if (type.isEnum()) {
      var names = new StringBuilder();
      for (var constant : type.getEnumConstants()) {
        names.append(names.isEmpty() ? "one of " : ", ").append(((Enum<?>) constant).name());
      }
      return names.toString();
    }
    return type == URI.class ? "address" : type.getSimpleName().toLowerCase(Locale.ROOT);
  }
}
