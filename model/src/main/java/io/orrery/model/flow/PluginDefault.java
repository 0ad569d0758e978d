package io.orrery.model.flow;

import java.util.Map;

/// Values that every task of a type (or of types with this prefix) takes when it does not say
/// otherwise.
///
/// @param forced the values win over the task's own
public record PluginDefault(String type, boolean forced, Map<String, Object> values) {
  public PluginDefault {
    values = Copies.map(values);
  }
}
