package io.orrery.model.language;

import io.orrery.model.catalog.PropertyType;
import io.orrery.model.catalog.PropertyType.Shape;
import io.orrery.model.flow.InputType;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A map of the table.
record TableNode(Map<String, Object> fields) {

  private static final String LIST = "list of ";
  private static final String MAP = "map of ";

  static TableNode of(@Nullable Object node) {
    if (node == null) return new TableNode(Map.of());
    if (!(node instanceof Map<?, ?> map)) {
      throw new IllegalStateException("the table has " + node + " where a map must be");
    }
    var fields = new LinkedHashMap<String, Object>();
    map.forEach((key, value) -> fields.put(String.valueOf(key), value));
    return new TableNode(fields);
  }

  String text(String name) {
    var value = fields.get(name);
    return value == null ? "" : value.toString();
  }

  List<String> texts(String name) {
    return fields.get(name) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  Map<String, TableNode> map(String name) {
    var nodes = new LinkedHashMap<String, TableNode>();
    of(fields.get(name)).fields().forEach((key, value) -> nodes.put(key, of(value)));
    return nodes;
  }

  Map<String, PropertyType> properties() {
    return propertiesOf("properties");
  }

  Map<String, PropertyType> propertiesOf(String name) {
    var properties = new LinkedHashMap<String, PropertyType>();
    map(name).forEach((key, node) -> properties.put(key, node.property()));
    return properties;
  }

  PropertyType property() {
    return property(text("as"));
  }

  private PropertyType property(String as) {
    boolean list = as.startsWith(LIST);
    boolean map = as.startsWith(MAP);
    var element =
        list || map
            ? Optional.of(bare(as.substring((list ? LIST : MAP).length())))
            : Optional.<PropertyType>empty();
    var kind = bare(list ? "list" : map ? "map" : as);
    return new PropertyType(
        kind.shape(),
        is("required"),
        is("dynamic"),
        text("title"),
        text("default"),
        fields.containsKey("values") ? texts("values") : kind.values(),
        Map.of(),
        element.or(kind::element),
        kind.part(),
        is("deprecated"));
  }

  private boolean is(String name) {
    return Boolean.TRUE.equals(fields.get(name));
  }

  /// What `as` alone says: a shape, or a part.
  private static PropertyType bare(String as) {
    return switch (as) {
      case "outputType" -> bare(Shape.ENUM, outputTypes(), Optional.empty(), Optional.empty());
      case "tasks" -> bare(Shape.LIST, List.of(), Optional.of(bare("task")), Optional.empty());
      case "labels" -> bare(Shape.MAP, List.of(), Optional.empty(), Optional.of(as));
      default ->
          Arrays.stream(Shape.values())
              .filter(shape -> shape.name().toLowerCase(Locale.ROOT).equals(as))
              .findFirst()
              .map(shape -> bare(shape, List.of(), Optional.empty(), Optional.empty()))
              .orElseGet(() -> bare(Shape.OBJECT, List.of(), Optional.empty(), Optional.of(as)));
    };
  }

  private static PropertyType bare(
      Shape shape, List<String> values, Optional<PropertyType> element, Optional<String> part) {
    return new PropertyType(shape, false, false, "", "", values, Map.of(), element, part, false);
  }

  private static List<String> outputTypes() {
    return Arrays.stream(InputType.values())
        .filter(type -> type != InputType.FORM)
        .map(Enum::name)
        .toList();
  }
}
