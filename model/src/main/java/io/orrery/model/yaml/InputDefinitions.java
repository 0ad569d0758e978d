package io.orrery.model.yaml;

import io.orrery.model.flow.Input;
import io.orrery.model.flow.InputType;
import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the declarations of inputs: of a flow, or of a paused task's resume form.
final class InputDefinitions {
  private static final Set<String> NOT_SUPPORTED = Set.of("FORM", "REUSABLE_INPUTS");

  private final Reading reading;

  InputDefinitions(Reading reading) {
    this.reading = reading;
  }

  List<Input> read(Fields owner, String name) {
    var inputs = new ArrayList<Input>();
    var ids = new DefinedIds("input");
    var items = owner.list(name);
    var declared = declared(items);
    for (int i = 0; i < items.size(); i++) {
      var path = owner.pathOf(name) + "[" + i + "]";
      Values.mapping(reading, items.get(i), path)
          .flatMap(mapping -> input(mapping, path, ids, declared))
          .ifPresent(inputs::add);
    }
    ids.report(reading);
    checkCycles(owner, name, inputs);
    return inputs;
  }

  /// All ids, also of inputs that turn out to be unreadable.
  private static Set<String> declared(List<YamlNode> items) {
    var ids = new LinkedHashSet<String>();
    for (var item : items) {
      if (item instanceof Mapping mapping && idOf(mapping) instanceof Scalar id) ids.add(id.text());
    }
    return ids;
  }

  private static @Nullable YamlNode idOf(Mapping mapping) {
    var id = mapping.get("id");
    return id == null ? mapping.get("name") : id;
  }

  private Optional<Input> input(
      Mapping mapping, String path, DefinedIds ids, Set<String> declared) {
    var shown = idOf(mapping) instanceof Scalar scalar ? Values.abridged(scalar.text()) : "";
    var fields = new Fields(reading, mapping, path, "input '" + shown + "'");
    var id = Ids.read(fields, fields.spelled("id", "name"), Ids.Form.INPUT);
    ids.add(id, path, fields.at());
    checkNesting(fields, id, declared);
    var type = type(fields, "type");
    if (type.isEmpty()) return Optional.empty();
    var dependsOn = fields.inner("dependsOn");
    var dependencies = dependsOn.map(inner -> inner.texts("inputs")).orElse(List.of());
    dependsOn.ifPresent(inner -> checkDependencies(inner, id, dependencies, declared));
    var condition = dependsOn.flatMap(inner -> inner.template("condition"));
    dependsOn.ifPresent(Fields::close);
    boolean chosen = InputLimits.isChoice(type.get());
    var input =
        new Input(
            id,
            type.get(),
            fields.text("description"),
            fields.text("displayName"),
            fields.flag("required", true),
            defaults(fields, type.get()),
            fields.value("prefill"),
            chosen ? values(fields) : List.of(),
            chosen ? fields.template("expression") : Optional.empty(),
            chosen && fields.flag("allowCustomValue", false),
            chosen && fields.flag("autoSelectFirst", false),
            itemType(fields, type.get()),
            InputLimits.read(fields, type.get()),
            dependencies,
            condition);
    if (chosen) checkChoice(fields, input);
    if (chosen) fields.accept("isRadio");
    fields.close();
    return Optional.of(input);
  }

  /// The type, or nothing and a report.
  static Optional<InputType> type(Fields fields, String name) {
    if (!fields.has(name)) {
      fields.missing(name);
      return Optional.empty();
    }
    var text = fields.text(name).orElse("");
    for (var type : InputType.values()) {
      if (type.name().equalsIgnoreCase(text.strip())) return Optional.of(type);
    }
    if (NOT_SUPPORTED.contains(text.toUpperCase(Locale.ROOT))) {
      fields.error(
          Code.NOT_SUPPORTED,
          name,
          fields.owner()
              + ": the type "
              + text
              + " is known to Kestra, but not supported by this version.",
          "");
      return Optional.empty();
    }
    var known = Arrays.stream(InputType.values()).map(Enum::name).toList();
    fields.error(
        Code.UNKNOWN_TYPE,
        name,
        "Invalid type: %s is not one of %s.".formatted(Values.abridged(text), known),
        fields.reading().suggestion(text, known));
    return Optional.empty();
  }

  private static @Nullable Object defaults(Fields fields, InputType type) {
    var node = fields.node("defaults");
    if (node == null) return null;
    if (type == InputType.FILE) checkFileDefault(fields, node);
    if (node instanceof Scalar scalar) {
      fields.reading().template(scalar.text(), fields.pathOf("defaults"), scalar.at());
      if (InputLimits.isText(type)) return scalar.text();
    }
    return node.plain();
  }

  /// A file cannot be written into a flow; what is stored elsewhere can be named.
  private static void checkFileDefault(Fields fields, YamlNode node) {
    var text = node instanceof Scalar scalar ? scalar.text() : "";
    boolean stored =
        text.startsWith("nsfile:/") || text.startsWith("file:/") || text.startsWith("kestra:/");
    if (stored || Reading.isTemplate(text)) return;
    fields.error(
        Code.BAD_VALUE,
        "defaults",
        fields.owner() + " is a FILE: its defaults can only name a stored file.",
        "Write a URI that starts with nsfile:///, file:/// or kestra:///.");
  }

  /// Plain values, or `{label, value}` of which the value counts.
  private List<String> values(Fields fields) {
    var name = fields.eitherOf("values", "options");
    var values = new ArrayList<String>();
    var items = fields.list(name);
    for (int i = 0; i < items.size(); i++) {
      var path = fields.pathOf(name) + "[" + i + "]";
      var item = items.get(i);
      var value = item instanceof Mapping mapping ? mapping.get("value") : item;
      Values.text(reading, value == null ? item : value, path).ifPresent(values::add);
    }
    return values;
  }

  private static void checkChoice(Fields fields, Input input) {
    if (!input.values().isEmpty() || input.expression().isPresent()) return;
    fields.error(
        Code.MISSING_PROPERTY,
        "values",
        fields.owner() + " needs 'values' or an 'expression' that gives them.",
        "Add 'values'.");
  }

  private static Optional<InputType> itemType(Fields fields, InputType type) {
    return switch (type) {
      case ARRAY -> {
        var item = type(fields, "itemType");
        if (item.filter(InputType.ARRAY::equals).isPresent()) {
          fields.error(
              Code.BAD_VALUE,
              "itemType",
              fields.owner() + ": the items of an ARRAY cannot be of type ARRAY.",
              "Use JSON.");
        }
        yield item;
      }
      case MULTISELECT ->
          fields.has("itemType") ? type(fields, "itemType") : Optional.of(InputType.STRING);
      default -> Optional.empty();
    };
  }

  /// `a` and `a.b` cannot both be: `inputs.a` would be a value and a map.
  private static void checkNesting(Fields fields, String id, Set<String> declared) {
    for (int dot = id.lastIndexOf('.'); dot > 0; dot = id.lastIndexOf('.', dot - 1)) {
      var prefix = id.substring(0, dot);
      if (!declared.contains(prefix)) continue;
      fields.error(
          Code.DUPLICATE_ID,
          "id",
          "The inputs '%s' and '%s' cannot both be: one nests the other.".formatted(prefix, id),
          "Rename one of them.");
    }
  }

  private static void checkDependencies(
      Fields fields, String id, List<String> dependencies, Set<String> declared) {
    for (var need : dependencies) {
      if (declared.contains(need)) continue;
      fields.error(
          Code.BAD_REFERENCE,
          "inputs",
          "Input with id '%s' depends on a non-existent input '%s'."
              .formatted(id, Values.abridged(need)),
          fields.reading().suggestion(need, declared));
    }
  }

  private static void checkCycles(Fields owner, String name, List<Input> inputs) {
    Map<String, List<String>> dependsOn = new LinkedHashMap<>();
    for (var input : inputs) dependsOn.put(input.id(), input.dependsOn());
    Cycle.in(dependsOn)
        .ifPresent(
            cycle ->
                owner.error(
                    Code.BAD_REFERENCE,
                    name,
                    "Cyclic dependency detected among inputs: " + Cycle.shown(cycle) + ".",
                    "Remove one of the dependencies."));
  }
}
