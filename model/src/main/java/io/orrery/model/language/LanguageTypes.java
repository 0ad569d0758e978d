package io.orrery.model.language;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.PluginType.Kind;
import io.orrery.model.catalog.PropertyType;
import io.orrery.model.yaml.TypeNames;
import io.orrery.model.yaml.YamlValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What of a flow is language and not a plugin: its parts, flow control, triggers, conditions.
///
/// @param parts by name, as `flow`, `task`, `input`, `retry`
/// @param types tasks, triggers and conditions, in the order of the table; aliases hold every other
///   name that the readers accept
/// @param oneNeeded by type, properties of which one at least must be there
public record LanguageTypes(
    Map<String, Part> parts, List<PluginType> types, Map<String, List<String>> oneNeeded) {

  public LanguageTypes {
    parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    types = List.copyOf(types);
    oneNeeded = Collections.unmodifiableMap(new LinkedHashMap<>(oneNeeded));
  }

  /// Reads the table. It takes some milliseconds: keep the result.
  public static LanguageTypes load() {
    var parts = new LinkedHashMap<String, Part>();
    table("parts.yaml").forEach((name, node) -> parts.put(name, part(name, TableNode.of(node))));
    var types = new ArrayList<PluginType>();
    addTypes(types, "tasks.yaml", Kind.TASK, parts);
    addTypes(types, "triggers.yaml", Kind.TRIGGER, parts);
    addTypes(types, "conditions.yaml", Kind.CONDITION, parts);
    var oneNeeded = new LinkedHashMap<String, List<String>>();
    table("tasks.yaml")
        .forEach((name, node) -> oneNeeded.put(name, TableNode.of(node).texts("oneNeeded")));
    oneNeeded.values().removeIf(List::isEmpty);
    return new LanguageTypes(parts, types, oneNeeded);
  }

  public Part part(String name) {
    var part = parts.get(name);
    if (part == null) throw new IllegalArgumentException("the language has no part " + name);
    return part;
  }

  private static Map<String, Object> table(String file) {
    try (var in = LanguageTypes.class.getResourceAsStream(file)) {
      if (in == null) throw new IllegalStateException("the table " + file + " is not in the jar");
      var read = YamlValues.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      if (!read.problems().isEmpty()) {
        throw new IllegalStateException(read.problems().getFirst().text(file));
      }
      return TableNode.of(read.value().orElse(Map.of())).fields();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Part part(String name, TableNode node) {
    var common = node.map("properties");
    var variants = new LinkedHashMap<String, Map<String, PropertyType>>();
    node.map("variants")
        .forEach(
            (variant, own) -> {
              var properties = new LinkedHashMap<String, PropertyType>();
              common.forEach(
                  (key, property) -> {
                    if (!property.texts("except").contains(variant)) {
                      properties.put(key, property.property());
                    }
                  });
              own.fields()
                  .forEach((key, value) -> properties.put(key, TableNode.of(value).property()));
              variants.put(variant, properties);
            });
    return new Part(name, node.text("title"), node.properties(), variants);
  }

  /// The types that the readers know; what Kestra has beyond them is left out.
  private static void addTypes(
      List<PluginType> types, String file, Kind kind, Map<String, Part> parts) {
    table(file)
        .forEach(
            (name, value) -> {
              if (kind == Kind.TASK && !TypeNames.isSupportedTask(name)) return;
              var node = TableNode.of(value);
              var properties = new LinkedHashMap<>(node.properties());
              for (var part : node.texts("parts")) {
                var included = parts.get(part);
                if (included != null) included.properties().forEach(properties::putIfAbsent);
              }
              types.add(
                  new PluginType(
                      name,
                      kind,
                      TypeNames.otherNames(name),
                      node.text("title"),
                      properties,
                      node.text("description"),
                      node.texts("examples").stream()
                          .map(code -> new PluginType.Example("", code.strip()))
                          .toList(),
                      node.map("outputs").isEmpty() ? Map.of() : node.propertiesOf("outputs"),
                      Optional.of(node.text("successor"))
                          .filter(text -> !text.isEmpty())
                          .or(() -> TypeNames.successor(name))));
            });
  }
}
