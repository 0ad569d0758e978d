package io.orrery.model.yaml;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.catalog.PropertyType;
import io.orrery.model.catalog.PropertyType.Shape;
import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Scalar;
import io.orrery.model.yaml.YamlNode.Sequence;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the properties of a plugin's type: known, there when required, of the right shape.
///
/// Text that holds a template passes for any shape where the property is dynamic, and so does JSON
/// text for lists and maps: the worker finds out. Nulls are left out. Text stays as it was written
/// (`1.10` is not 1.1); everything else becomes what its shape says.
final class PluginProperties {
  private PluginProperties() {}

  static Map<String, Object> read(Fields fields, PluginType type) {
    var properties = new LinkedHashMap<String, Object>();
    type.properties()
        .forEach(
            (name, property) -> {
              var node = fields.node(name);
              if (node == null) {
                if (property.required()) fields.missing(name);
                return;
              }
              var value = value(fields.reading(), node, fields.pathOf(name), property);
              if (value != null) properties.put(name, value);
            });
    return properties;
  }

  private static @Nullable Object value(
      Reading reading, YamlNode node, String path, PropertyType property) {
    if (property.dynamic()) reading.templates(node, path);
    if (node instanceof Scalar scalar && property.shape() != Shape.STRING) {
      if (property.dynamic() && Reading.isTemplate(scalar.text())) return scalar.text();
    }
    return switch (property.shape()) {
      case ANY -> node.plain();
      case STRING -> Values.text(reading, node, path).orElse(null);
      case INTEGER -> integer(reading, node, path);
      case NUMBER -> number(reading, node, path);
      case BOOLEAN -> Values.flag(reading, node, path).orElse(null);
      case DURATION ->
          Values.duration(reading, node, path)
              .map(duration -> Fields.isoText(((Scalar) node).text(), duration))
              .orElse(null);
      case ENUM -> choice(reading, node, path, property);
      case LIST -> list(reading, node, path, property);
      case MAP -> map(reading, node, path, property);
      case OBJECT -> object(reading, node, path, property);
    };
  }

  private static @Nullable Object integer(Reading reading, YamlNode node, String path) {
    if (node instanceof Scalar scalar
        && Scalars.resolve(scalar.text().strip()) instanceof Number number
        && !(number instanceof Double)) return number;
    return wrong(reading, node, path, "an integer");
  }

  private static @Nullable Object number(Reading reading, YamlNode node, String path) {
    if (node instanceof Scalar scalar
        && Scalars.resolve(scalar.text().strip()) instanceof Number number) return number;
    return wrong(reading, node, path, "a number");
  }

  private static @Nullable Object choice(
      Reading reading, YamlNode node, String path, PropertyType property) {
    if (!(node instanceof Scalar scalar))
      return wrong(reading, node, path, "one of " + property.values());
    for (var value : property.values()) {
      if (value.equalsIgnoreCase(scalar.text().strip())) return value;
    }
    Values.badChoice(reading, scalar, path, property.values());
    return null;
  }

  private static @Nullable Object list(
      Reading reading, YamlNode node, String path, PropertyType property) {
    if (node instanceof Sequence) return node.plain();
    if (node instanceof Scalar scalar && (property.dynamic() || isJson(scalar, "[")))
      return scalar.text();
    return wrong(reading, node, path, "a list");
  }

  /// A list of `{key, value}` is a map as well: labels come so.
  private static @Nullable Object map(
      Reading reading, YamlNode node, String path, PropertyType property) {
    if (node instanceof Mapping) return node.plain();
    if (node instanceof Scalar scalar && (property.dynamic() || isJson(scalar, "{")))
      return scalar.text();
    if (node instanceof Sequence sequence
        && sequence.items().stream().allMatch(PluginProperties::isPair)) {
      return node.plain();
    }
    return wrong(reading, node, path, "a map");
  }

  private static boolean isPair(YamlNode item) {
    return item instanceof Mapping mapping && mapping.entries().containsKey("key");
  }

  private static boolean isJson(Scalar scalar, String start) {
    return scalar.text().strip().startsWith(start);
  }

  private static @Nullable Object object(
      Reading reading, YamlNode node, String path, PropertyType property) {
    if (!(node instanceof Mapping mapping)) {
      return node instanceof Scalar scalar && isJson(scalar, "{")
          ? scalar.text()
          : wrong(reading, node, path, "a map");
    }
    if (property.fields().isEmpty()) return mapping.plain();
    var fields =
        new Fields(reading, mapping, path, "'" + Values.last(path).toLowerCase(Locale.ROOT) + "'");
    var object = new LinkedHashMap<String, Object>();
    property
        .fields()
        .forEach(
            (name, inner) -> {
              var value = fields.node(name);
              if (value == null) {
                if (inner.required()) fields.missing(name);
                return;
              }
              var read = value(reading, value, fields.pathOf(name), inner);
              if (read != null) object.put(name, read);
            });
    fields.close();
    return object;
  }

  private static @Nullable Object wrong(
      Reading reading, YamlNode node, String path, String wanted) {
    reading.error(
        Code.WRONG_TYPE,
        path,
        node.at(),
        "%s: must be %s, but is %s.".formatted(Values.last(path), wanted, node.kind()),
        "");
    return null;
  }
}
