package io.orrery.conformance.match;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// JSON text to plain values and back.
public final class Json {

  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .build();

  private Json() {}

  /// @throws IllegalArgumentException when the text is not JSON
  public static @Nullable Object read(String text) {
    try {
      return MAPPER.readValue(text, Object.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
  }

  /// @throws IllegalArgumentException when the text is not a JSON object
  public static Map<String, Object> object(String text) {
    return asObject(read(text)).orElseThrow(() -> new IllegalArgumentException("not an object"));
  }

  public static String write(@Nullable Object value) {
    return Values.json(value);
  }

  public static String pretty(@Nullable Object value) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot be written as JSON", e);
    }
  }

  /// The same map, seen as an object with text keys; empty when it is none.
  public static Optional<Map<String, Object>> asObject(@Nullable Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return Optional.empty();
    }
    var object = new LinkedHashMap<String, Object>();
    map.forEach((key, member) -> object.put(String.valueOf(key), member));
    return Optional.of(object);
  }

  /// The members of an object; none when it is not one.
  public static Map<String, Object> members(@Nullable Object value) {
    return asObject(value).orElseGet(Map::of);
  }

  /// The items of a list; of any other value, that value alone; none of null.
  public static List<?> items(@Nullable Object value) {
    if (value == null) {
      return List.of();
    }
    return Values.list(value).orElseGet(() -> List.of(value));
  }
}
