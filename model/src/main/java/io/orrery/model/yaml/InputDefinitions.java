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
  private static final Set<String> NOT_SUPPORTED = Set.of("REUSABLE_INPUTS");

  private final Reading reading;

  InputDefinitions(Reading reading) {
    this.reading = reading;
  }

  /// What all declarations of one list share.
  ///
  /// @param declared all ids, also of inputs that turn out to be unreadable
  private record Scope(DefinedIds ids, Set<String> declared, Map<String, List<String>> dependsOn) {}

  /// A FORM comes before its children, whose ids begin with its own.
  List<Input> read(Fields owner, String name) {
    var inputs = new ArrayList<Input>();
    var items = owner.list(name);
    var declared = new LinkedHashSet<String>();
    declare(items, "", declared);
    var scope = new Scope(new DefinedIds("input"), declared, new LinkedHashMap<>());
    for (int i = 0; i < items.size(); i++) {
      var path = owner.pathOf(name) + "[" + i + "]";
      Values.mapping(reading, items.get(i), path)
          .ifPresent(mapping -> read(mapping, path, Optional.empty(), scope, inputs));
    }
    scope.ids().report(reading);
    checkCycles(owner, name, scope.dependsOn());
    return inputs;
  }

  private static void declare(List<YamlNode> items, String prefix, Set<String> ids) {
    for (var item : items) {
      if (!(item instanceof Mapping mapping) || !(idOf(mapping) instanceof Scalar id)) continue;
      ids.add(prefix + id.text());
      if (mapping.get("inputs") instanceof YamlNode.Sequence children && prefix.isEmpty()) {
        declare(children.items(), id.text() + ".", ids);
      }
    }
  }

  private static @Nullable YamlNode idOf(Mapping mapping) {
    var id = mapping.get("id");
    return id == null ? mapping.get("name") : id;
  }

  private void read(
      Mapping mapping, String path, Optional<String> form, Scope scope, List<Input> inputs) {
    var shown = idOf(mapping) instanceof Scalar scalar ? Values.abridged(scalar.text()) : "";
    var fields = new Fields(reading, mapping, path, "input '" + shown + "'");
    var own = Ids.read(fields, fields.spelled("id", "name"), Ids.Form.INPUT);
    var id = form.map(outer -> outer + "." + own).orElse(own);
    scope.ids().add(id, path, fields.at());
    checkNesting(fields, id, form, scope.declared());
    var type = type(fields, "type");
    if (type.isEmpty()) return;
    if (type.get() == InputType.FORM && form.isPresent()) {
      fields.error(
          Code.BAD_VALUE, "type", fields.owner() + ": a FORM cannot be in a FORM.", "Flatten it.");
    }
    var input = input(fields, id, type.get(), form, scope);
    inputs.add(input);
    if (type.get() == InputType.FORM) children(fields, id, scope, inputs);
    fields.close();
  }

  private void children(Fields form, String id, Scope scope, List<Input> inputs) {
    var items = form.list("inputs");
    if (items.isEmpty()) form.missingItems("inputs");
    for (int i = 0; i < items.size(); i++) {
      var path = form.pathOf("inputs[" + i + "]");
      Values.mapping(reading, items.get(i), path)
          .ifPresent(mapping -> read(mapping, path, Optional.of(id), scope, inputs));
    }
  }

  private Input input(
      Fields fields, String id, InputType type, Optional<String> form, Scope scope) {
    var dependsOn = fields.inner("dependsOn");
    var needs = new ArrayList<String>();
    form.ifPresent(needs::add);
    dependsOn.ifPresent(inner -> dependencies(inner, id, form, scope.declared(), needs));
    var condition = dependsOn.flatMap(inner -> inner.template("condition"));
    dependsOn.ifPresent(Fields::close);
    scope.dependsOn().put(id, needs);
    boolean chosen = type.isChoice();
    var choices = chosen ? Choices.read(fields) : Choices.NONE;
    var input =
        new Input(
            id,
            type,
            fields.text("description"),
            fields.text("displayName"),
            fields.flag("required", true),
            type == InputType.FORM ? null : defaults(fields, type),
            type == InputType.FORM ? null : fields.value("prefill"),
            choices.values(),
            choices.labels(),
            chosen ? fields.template("expression") : Optional.empty(),
            chosen && fields.flag("allowCustomValue", false),
            chosen && fields.flag("autoSelectFirst", false),
            chosen && fields.flag("isRadio", false),
            itemType(fields, type),
            InputLimits.read(fields, type),
            needs,
            condition);
    if (chosen) checkChoice(fields, input);
    checkPrefill(fields, input);
    return input;
  }

  /// What Kestra refuses from 2.0 on, and took before.
  private void checkPrefill(Fields fields, Input input) {
    if (input.defaults() == null || input.prefill() == null) return;
    reading.warn(
        Code.NO_EFFECT,
        fields.pathOf("prefill"),
        fields.at("prefill"),
        "prefill: has no effect beside defaults.",
        "Keep one of the two.");
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
  private static void checkNesting(
      Fields fields, String id, Optional<String> form, Set<String> declared) {
    for (int dot = id.lastIndexOf('.'); dot > 0; dot = id.lastIndexOf('.', dot - 1)) {
      var prefix = id.substring(0, dot);
      if (!declared.contains(prefix) || form.filter(prefix::equals).isPresent()) continue;
      fields.error(
          Code.DUPLICATE_ID,
          "id",
          "The inputs '%s' and '%s' cannot both be: one nests the other.".formatted(prefix, id),
          "Rename one of them.");
    }
  }

  /// A child of a form may name a sibling by its own id alone.
  private static void dependencies(
      Fields fields, String id, Optional<String> form, Set<String> declared, List<String> needs) {
    for (var need : fields.texts("inputs")) {
      var sibling = form.map(outer -> outer + "." + need).filter(declared::contains);
      if (sibling.isPresent() || declared.contains(need)) {
        needs.add(sibling.orElse(need));
        continue;
      }
      fields.error(
          Code.BAD_REFERENCE,
          "inputs",
          "Input with id '%s' depends on a non-existent input '%s'."
              .formatted(id, Values.abridged(need)),
          fields.reading().suggestion(need, declared));
    }
  }

  private static void checkCycles(Fields owner, String name, Map<String, List<String>> dependsOn) {
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
