package io.orrery.model.catalog;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One type that a flow may name, as its annotated class or the table of the language describes it:
/// enough to validate, document and complete.
///
/// @param name canonical, as `io.kestra.plugin.core.log.Log`
/// @param aliases older or shorter names that mean the same
/// @param title one sentence
/// @param properties by YAML name, in the order of the class; those that every task or trigger has
///   are left out
/// @param description Markdown, what the title does not say; may be empty
/// @param examples YAML that uses it
/// @param outputs what later tasks read of it, by name
/// @param successor what to use instead, when the type is deprecated
/// @param realtime of a trigger: it listens all the time instead of being asked at an interval
public record PluginType(
    String name,
    Kind kind,
    List<String> aliases,
    String title,
    Map<String, PropertyType> properties,
    String description,
    List<Example> examples,
    Map<String, PropertyType> outputs,
    Optional<String> successor,
    boolean realtime) {

  public PluginType {
    aliases = List.copyOf(aliases);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    examples = List.copyOf(examples);
    outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
  }

  /// A type that does not listen.
  public PluginType(
      String name,
      Kind kind,
      List<String> aliases,
      String title,
      Map<String, PropertyType> properties,
      String description,
      List<Example> examples,
      Map<String, PropertyType> outputs,
      Optional<String> successor) {
    this(name, kind, aliases, title, properties, description, examples, outputs, successor, false);
  }

  /// A type that says nothing more.
  public PluginType(
      String name,
      Kind kind,
      List<String> aliases,
      String title,
      Map<String, PropertyType> properties) {
    this(name, kind, aliases, title, properties, "", List.of(), Map.of(), Optional.empty());
  }

  /// @param title one sentence; empty when the code says enough
  /// @param code YAML of one task or trigger
  public record Example(String title, String code) {}

  public enum Kind {
    TASK,
    TASK_RUNNER,
    TRIGGER,
    CONDITION
  }

  /// `io.kestra.plugin.core.log` of `io.kestra.plugin.core.log.Log`.
  public String group() {
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }

  /// `Log` of `io.kestra.plugin.core.log.Log`.
  public String simpleName() {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /// The same type under more names.
  public PluginType withAliases(List<String> all) {
    return new PluginType(
        name, kind, all, title, properties, description, examples, outputs, successor, realtime);
  }
}
