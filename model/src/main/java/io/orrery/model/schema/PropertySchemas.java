package io.orrery.model.schema;

import io.orrery.model.catalog.PropertyType;
import io.orrery.model.catalog.PropertyType.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Single properties as JSON Schema. As wide as the readers are: a number is taken for text, and a
/// template for anything that is rendered.
final class PropertySchemas {
  private PropertySchemas() {}

  private static final String TEMPLATE = "\\{\\{|\\{%";

  static Map<String, Object> of(PropertyType property) {
    var schema = new LinkedHashMap<String, Object>();
    var value = property.part().map(part -> part(part)).orElseGet(() -> value(property));
    if (property.dynamic() && takesOtherThanText(property.shape())) {
      schema.put("anyOf", List.of(value, text(property.shape())));
    } else {
      schema.putAll(value);
    }
    if (schema.containsKey("$ref")) {
      // Draft 7 reads nothing beside a $ref.
      schema.remove("$ref");
      schema.put("allOf", List.of(value));
    }
    if (!property.title().isEmpty()) schema.put("title", property.title());
    if (!property.defaultText().isEmpty()) schema.put("default", defaultOf(property));
    schema.put("$dynamic", property.dynamic());
    if (property.required()) schema.put("$required", true);
    if (property.deprecated()) {
      schema.put("$deprecated", true);
      schema.put("deprecated", true);
    }
    return schema;
  }

  static Map<String, Object> reference(String definition) {
    return Map.of("$ref", "#/definitions/" + definition);
  }

  private static Map<String, Object> part(String part) {
    return reference(part);
  }

  private static boolean takesOtherThanText(Shape shape) {
    return switch (shape) {
      case ANY, STRING -> false;
      case INTEGER, NUMBER, BOOLEAN, DURATION, ENUM, LIST, MAP, OBJECT -> true;
    };
  }

  /// A template; for lists and maps any text, since one may be written as JSON.
  private static Map<String, Object> text(Shape shape) {
    return switch (shape) {
      case LIST, MAP, OBJECT, ANY, STRING -> Map.of("type", "string");
      case INTEGER, NUMBER, BOOLEAN, DURATION, ENUM ->
          ordered("type", "string", "pattern", TEMPLATE);
    };
  }

  private static Map<String, Object> value(PropertyType property) {
    return switch (property.shape()) {
      case ANY -> new LinkedHashMap<>();
      case STRING -> ordered("type", List.of("string", "number", "boolean"));
      case INTEGER -> ordered("type", "integer");
      case NUMBER -> ordered("type", "number");
      case BOOLEAN -> ordered("type", "boolean");
      case DURATION -> ordered("type", List.of("string", "number"), "format", "duration");
      case ENUM -> ordered("type", "string", "enum", property.values());
      case LIST -> list(property);
      case MAP -> map(property);
      case OBJECT ->
          property.fields().isEmpty() ? ordered("type", "object") : object(property.fields());
    };
  }

  private static Map<String, Object> list(PropertyType property) {
    var list = ordered("type", "array");
    property.element().ifPresent(element -> list.put("items", bare(element)));
    boolean ofParts = property.element().flatMap(PropertyType::part).isPresent();
    if (property.required() && ofParts) list.put("minItems", 1);
    return list;
  }

  private static Map<String, Object> map(PropertyType property) {
    var map = ordered("type", "object");
    property
        .element()
        .filter(element -> element.part().isPresent() || element.shape() == Shape.LIST)
        .ifPresent(element -> map.put("additionalProperties", bare(element)));
    return map;
  }

  private static Map<String, Object> bare(PropertyType element) {
    return element.part().map(PropertySchemas::part).orElseGet(() -> value(element));
  }

  /// An object that has these properties and no others.
  static Map<String, Object> object(Map<String, PropertyType> properties) {
    var object = ordered("type", "object");
    var members = new LinkedHashMap<String, Object>();
    properties.forEach((name, property) -> members.put(name, of(property)));
    object.put("properties", members);
    var required =
        properties.entrySet().stream()
            .filter(entry -> entry.getValue().required())
            .map(Map.Entry::getKey)
            .toList();
    if (!required.isEmpty()) object.put("required", required);
    object.put("additionalProperties", false);
    return object;
  }

  static Map<String, Object> ordered(Object... pairs) {
    var map = new LinkedHashMap<String, Object>();
    for (int i = 0; i < pairs.length; i += 2) map.put(String.valueOf(pairs[i]), pairs[i + 1]);
    return map;
  }

  /// As the type has it: `false` is no text.
  private static Object defaultOf(PropertyType property) {
    var text = property.defaultText();
    return switch (property.shape()) {
      case BOOLEAN -> text.toLowerCase(Locale.ROOT).equals("true");
      case INTEGER -> text.matches("-?\\d{1,9}") ? Integer.valueOf(text) : text;
      case NUMBER -> text.matches("-?\\d{1,9}(\\.\\d{1,9})?") ? Double.valueOf(text) : text;
      case ANY, STRING, DURATION, ENUM, LIST, MAP, OBJECT -> text;
    };
  }
}
