package io.orrery.model.schema;

import static io.orrery.model.schema.PropertySchemas.ordered;
import static io.orrery.model.schema.PropertySchemas.reference;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.PluginType.Kind;
import io.orrery.model.catalog.PropertyType;
import io.orrery.model.language.Catalogue;
import io.orrery.model.language.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The JSON Schema (draft 7) of flows and of what stands in them.
///
/// Every part and every type is a definition, types under their canonical names; where a task may
/// stand, the schema is an `anyOf` of all tasks, told apart by `type`. `$dynamic`, `$required` and
/// `$deprecated` say beside each property what draft 7 has no word for. A required property may be
/// left out of a flow whose plugin defaults give it: that a schema cannot say.
public final class FlowSchema {

  /// What a schema can be asked for.
  public enum Root {
    FLOW("flow"),
    TASK("task"),
    TRIGGER("trigger"),
    INPUT("input"),
    PLUGINDEFAULT("pluginDefault");

    private final String definition;

    Root(String definition) {
      this.definition = definition;
    }
  }

  private static final String DRAFT = "http://json-schema.org/draft-07/schema#";
  private static final List<String> UNIONS = List.of("task", "trigger");

  private final Catalogue catalogue;
  private final Map<String, Object> definitions;

  public FlowSchema(Catalogue catalogue) {
    this.catalogue = catalogue;
    this.definitions = definitions();
  }

  public Map<String, Object> of(Root root) {
    var schema = ordered("$schema", DRAFT, "definitions", definitions);
    schema.putAll(reference(root.definition));
    return schema;
  }

  /// A list of them.
  public Map<String, Object> listOf(Root root) {
    return ordered(
        "$schema",
        DRAFT,
        "definitions",
        definitions,
        "type",
        "array",
        "items",
        reference(root.definition));
  }

  /// One type alone: its properties, those that all tasks have included.
  public Map<String, Object> of(PluginType type) {
    return definition(type);
  }

  /// One variant of a part, as an input of one type; empty when there is none.
  public Optional<Map<String, Object>> variant(String part, String variant) {
    var found = catalogue.language().part(part);
    return Optional.ofNullable(found.variants().get(variant))
        .map(properties -> variant(found, variant, properties));
  }

  /// An object that has these properties and no others.
  public Map<String, Object> object(Map<String, PropertyType> properties) {
    return PropertySchemas.object(properties);
  }

  public Map<String, Object> definitionsAlone() {
    return definitions;
  }

  private Map<String, Object> definitions() {
    var all = new LinkedHashMap<String, Object>();
    for (var part : catalogue.language().parts().values()) {
      if (!UNIONS.contains(part.name())) all.put(part.name(), definition(part));
    }
    all.put("labels", labels());
    all.put("task", union(Kind.TASK));
    all.put("trigger", union(Kind.TRIGGER));
    all.put("condition", union(Kind.CONDITION));
    for (var type : catalogue.types()) all.put(type.name(), definition(type));
    return all;
  }

  private Map<String, Object> union(Kind kind) {
    var types = catalogue.ofKind(kind).stream().map(type -> reference(type.name())).toList();
    return ordered(
        "type", "object", "required", List.of("type"), "anyOf", new ArrayList<Object>(types));
  }

  private static Map<String, Object> definition(Part part) {
    if (part.variants().isEmpty()) {
      var object = PropertySchemas.object(part.properties());
      object.put("title", part.title());
      return object;
    }
    var variants = new ArrayList<Object>();
    part.variants().forEach((name, own) -> variants.add(variant(part, name, own)));
    return ordered(
        "title", part.title(), "type", "object", "required", List.of("type"), "anyOf", variants);
  }

  private static Map<String, Object> variant(
      Part part, String name, Map<String, PropertyType> properties) {
    var object = PropertySchemas.object(properties);
    object.put("title", part.title());
    object.put("properties", withType(object, ordered("const", name)));
    object.put("required", withRequired(object, List.of("type")));
    return object;
  }

  private Map<String, Object> definition(PluginType type) {
    var common =
        switch (type.kind()) {
          case TASK -> catalogue.language().part("task").properties();
          case TRIGGER -> catalogue.language().part("trigger").properties();
          case TASK_RUNNER, CONDITION -> Map.<String, PropertyType>of();
        };
    var properties = new LinkedHashMap<>(common);
    properties.putAll(type.properties());
    var object = PropertySchemas.object(properties);
    object.put("properties", withType(object, typeOf(type)));
    object.put("required", withRequired(object, List.of("type")));
    var oneNeeded = catalogue.language().oneNeeded().get(type.name());
    if (oneNeeded != null) {
      object.put(
          "anyOf",
          oneNeeded.stream()
              .map(
                  name ->
                      ordered(
                          "required",
                          List.of(name),
                          "properties",
                          ordered(name, ordered("minProperties", 1, "minItems", 1))))
              .toList());
    }
    object.put("title", type.title());
    if (!type.description().isEmpty()) object.put("description", type.description());
    if (!type.examples().isEmpty()) {
      object.put(
          "$examples",
          type.examples().stream()
              .map(example -> ordered("title", example.title(), "code", example.code()))
              .toList());
    }
    type.successor()
        .ifPresent(
            successor -> {
              object.put("$deprecated", true);
              object.put("deprecated", true);
            });
    return object;
  }

  private static Map<String, Object> typeOf(PluginType type) {
    if (type.aliases().isEmpty()) return ordered("const", type.name());
    var names = new ArrayList<String>();
    names.add(type.name());
    names.addAll(type.aliases());
    return ordered("type", "string", "enum", names);
  }

  private static Map<String, Object> withType(
      Map<String, Object> object, Map<String, Object> type) {
    var properties = new LinkedHashMap<String, Object>();
    if (object.get("properties") instanceof Map<?, ?> members) {
      members.forEach((name, member) -> properties.put(String.valueOf(name), member));
    }
    properties.put("type", type);
    return properties;
  }

  private static List<Object> withRequired(Map<String, Object> object, List<String> more) {
    var required = new ArrayList<Object>();
    if (object.get("required") instanceof List<?> names) required.addAll(names);
    more.stream().filter(name -> !required.contains(name)).forEach(required::add);
    return required;
  }

  /// A map, or a list of `{key, value}`.
  private static Map<String, Object> labels() {
    var value = ordered("type", List.of("string", "number", "boolean"));
    var pair =
        ordered(
            "type",
            "object",
            "properties",
            ordered("key", ordered("type", "string"), "value", value),
            "required",
            List.of("key", "value"),
            "additionalProperties",
            false);
    return ordered(
        "anyOf",
        List.of(
            ordered("type", "object", "additionalProperties", value),
            ordered("type", "array", "items", pair),
            ordered("type", "string")));
  }
}
