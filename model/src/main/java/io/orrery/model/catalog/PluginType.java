package io.orrery.model.catalog;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One type of a plugin, as its annotated class describes it: enough to validate, document and
/// complete.
///
/// @param name canonical, as `io.kestra.plugin.core.log.Log`
/// @param aliases older or shorter names that mean the same
/// @param title one sentence
/// @param properties by YAML name, in the order of the class
public record PluginType(
    String name,
    Kind kind,
    List<String> aliases,
    String title,
    Map<String, PropertyType> properties) {

  public PluginType {
    aliases = List.copyOf(aliases);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
  }

  public enum Kind {
    TASK,
    TASK_RUNNER,
    TRIGGER
  }
}
