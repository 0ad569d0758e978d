package io.orrery.plugin.core.namespace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Lists and maps that may also be written as one text.
final class Texts {
  private Texts() {}

  private static final JsonMapper JSON = new JsonMapper();

  /// One text is a list of one, unless it is the JSON of a list.
  static List<String> list(Property<Object> property, String name, RunContext context) {
    return switch (tree(property, context)) {
      case null -> List.of();
      case List<?> list -> list.stream().filter(it -> it != null).map(String::valueOf).toList();
      case String text when text.strip().startsWith("[") -> {
        List<?> read = fromJson(text, List.class, name);
        yield read.stream().map(String::valueOf).toList();
      }
      case String text when text.isBlank() -> List.of();
      case String text -> List.of(text.strip());
      default -> throw new TaskFailure("'" + name + "' must be a text or a list of texts");
    };
  }

  /// A map, or the JSON text of one.
  static Map<String, String> map(Property<Object> property, String name, RunContext context) {
    var map = new LinkedHashMap<String, String>();
    switch (tree(property, context)) {
      case null -> {}
      case Map<?, ?> given -> given.forEach((key, value) -> put(map, key, value));
      case String text when text.isBlank() -> {}
      case String text -> {
        Map<?, ?> read = fromJson(text, Map.class, name);
        read.forEach((key, value) -> put(map, key, value));
      }
      default -> throw new TaskFailure("'" + name + "' must be a map from names to files");
    }
    return map;
  }

  private static void put(Map<String, String> map, @Nullable Object key, @Nullable Object value) {
    if (value != null) {
      map.put(String.valueOf(key), value.toString());
    }
  }

  private static @Nullable Object tree(Property<Object> property, RunContext context) {
    var raw = property.raw().orElse(null);
    return raw instanceof String text ? context.evaluate(text) : context.renderTree(raw);
  }

  private static <T> T fromJson(String text, Class<T> type, String name) {
    try {
      return JSON.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new TaskFailure("'" + name + "' is neither of its kind nor the JSON text of it", e);
    }
  }
}
