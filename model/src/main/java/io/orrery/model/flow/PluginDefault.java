package io.orrery.model.flow;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Values that every task of a type (or of types with this prefix) takes when it does not say
/// otherwise.
///
/// @param forced the values win over the task's own
public record PluginDefault(String type, boolean forced, Map<String, Object> values) {
  public PluginDefault {
    values = Copies.map(values);
  }

  /// One as a tree: a map with `type`, `values` and perhaps `forced`. Empty for anything else.
  public static Optional<PluginDefault> read(@Nullable Object tree) {
    if (!(tree instanceof Map<?, ?> map)
        || !(map.get("type") instanceof String type)
        || type.isBlank()
        || !(map.get("values") instanceof Map<?, ?> given)) {
      return Optional.empty();
    }
    var values = new LinkedHashMap<String, Object>();
    given.forEach((key, value) -> values.put(String.valueOf(key), value));
    boolean forced = "true".equals(String.valueOf(map.get("forced")));
    return Optional.of(new PluginDefault(type.strip(), forced, values));
  }
}
