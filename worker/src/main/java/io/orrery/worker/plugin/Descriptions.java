package io.orrery.worker.plugin;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.PropertyType;
import io.orrery.model.catalog.PropertyType.Shape;
import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.PollingTrigger;
import io.orrery.plugin.api.RealtimeTrigger;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.Task;
import io.orrery.plugin.api.TaskRunnerType;
import io.orrery.plugin.api.Trigger;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A plugin's class as an entry of the catalog.
final class Descriptions {
  private Descriptions() {}

  static PluginType of(Class<?> type) {
    var plugin = plugin(type);
    return new PluginType(
        plugin.type(),
        kind(type),
        List.of(plugin.aliases()),
        plugin.title(),
        ofPlugin(type),
        plugin.description().strip(),
        Arrays.stream(plugin.examples())
            .map(example -> new PluginType.Example(example.title(), example.value().strip()))
            .toList(),
        outputs(type),
        Optional.of(plugin.successor()).filter(text -> !text.isEmpty()),
        RealtimeTrigger.class.isAssignableFrom(type));
  }

  private static Map<String, PropertyType> ofPlugin(Class<?> type) {
    var properties = new LinkedHashMap<>(properties(RecordPlan.of(type)));
    if (PollingTrigger.class.isAssignableFrom(type)) {
      properties.putIfAbsent(
          "interval", duration("How long to wait between two evaluations.", "PT1M", false));
      properties.putIfAbsent(
          "timeout",
          duration(
              "How long one evaluation may take; as the installation says when it is left out.",
              "",
              true));
    }
    return properties;
  }

  private static PropertyType duration(String title, String defaultText, boolean dynamic) {
    return new PropertyType(
        Shape.DURATION,
        false,
        dynamic,
        title,
        defaultText,
        List.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  static Plugin plugin(Class<?> type) {
    var plugin = type.getAnnotation(Plugin.class);
    if (plugin == null) {
      throw new IllegalStateException(type.getName() + " is offered as a plugin without @Plugin");
    }
    return plugin;
  }

  private static final Set<Class<?>> WITH_OUTPUTS =
      Set.of(RunnableTask.class, PollingTrigger.class, RealtimeTrigger.class);

  /// The components of the record that it hands on; none when it hands on no record.
  private static Map<String, PropertyType> outputs(Class<?> type) {
    for (var implemented : type.getGenericInterfaces()) {
      if (!WITH_OUTPUTS.contains(Types.raw(implemented))) {
        continue;
      }
      var returned = Types.raw(Types.argument(implemented, 0));
      return returned.isRecord() ? properties(RecordPlan.of(returned)) : Map.of();
    }
    return Map.of();
  }

  static PluginType.Kind kind(Class<?> type) {
    if (Task.class.isAssignableFrom(type)) {
      return PluginType.Kind.TASK;
    }
    if (Trigger.class.isAssignableFrom(type)) {
      return PluginType.Kind.TRIGGER;
    }
    if (TaskRunnerType.class.isAssignableFrom(type)) {
      return PluginType.Kind.TASK_RUNNER;
    }
    throw new IllegalStateException(
        "plugin " + type.getName() + " is neither task, trigger nor runner");
  }

  private static Map<String, PropertyType> properties(RecordPlan plan) {
    var properties = new LinkedHashMap<String, PropertyType>();
    for (var slot : plan.slots()) {
      switch (slot) {
        case RecordPlan.Slot.Inlined(var inner) -> properties.putAll(properties(inner));
        case RecordPlan.Slot.Deferred(var name, var type, var doc) ->
            properties.put(name, property(type, doc, true));
        case RecordPlan.Slot.Plain(var name, var type, var doc) ->
            properties.put(name, property(type, doc, false));
      }
    }
    return properties;
  }

  private static PropertyType property(Type type, Optional<Doc> doc, boolean dynamic) {
    var raw = Types.raw(type);
    if (raw == Optional.class) {
      return property(Types.argument(type, 0), doc, dynamic);
    }
    var shape = shape(raw);
    return new PropertyType(
        shape,
        doc.map(Doc::required).orElse(false),
        dynamic,
        doc.map(Doc::value).orElse(""),
        doc.map(Doc::defaultText).orElse(""),
        shape == Shape.ENUM ? constants(raw) : List.of(),
        raw.isRecord() ? properties(RecordPlan.of(raw)) : Map.of(),
        element(shape, type, dynamic),
        Optional.empty(),
        doc.map(Doc::deprecated).orElse(false));
  }

  private static Optional<PropertyType> element(Shape shape, Type type, boolean dynamic) {
    if (shape != Shape.LIST && shape != Shape.MAP) {
      return Optional.empty();
    }
    var element = Types.argument(type, shape == Shape.LIST ? 0 : 1);
    return Types.raw(element) == Object.class
        ? Optional.empty()
        : Optional.of(property(element, Optional.empty(), dynamic));
  }

  private static Shape shape(Class<?> type) {
    if (type == Integer.class || type == Long.class) {
      return Shape.INTEGER;
    }
    if (type == Double.class || type == BigDecimal.class) {
      return Shape.NUMBER;
    }
    if (type == Boolean.class) {
      return Shape.BOOLEAN;
    }
    if (type == Duration.class) {
      return Shape.DURATION;
    }
    if (type.isEnum()) {
      return Shape.ENUM;
    }
    if (List.class.isAssignableFrom(type)) {
      return Shape.LIST;
    }
    if (Map.class.isAssignableFrom(type)) {
      return Shape.MAP;
    }
    if (type.isRecord()) {
      return Shape.OBJECT;
    }
    return type == Object.class ? Shape.ANY : Shape.STRING;
  }

  private static List<String> constants(Class<?> type) {
    var names = new ArrayList<String>();
    for (var constant : type.getEnumConstants()) {
      names.add(((Enum<?>) constant).name());
    }
    return names;
  }
}
