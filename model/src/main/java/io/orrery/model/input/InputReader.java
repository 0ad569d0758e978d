package io.orrery.model.input;

import io.orrery.model.flow.Input;
import io.orrery.model.flow.InputType;
import io.orrery.model.input.Conversion.Refused;
import io.orrery.model.input.Conversion.Typed;
import io.orrery.model.input.Resolved.Value;
import io.orrery.model.problem.Code;
import io.orrery.model.problem.Position;
import io.orrery.model.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Resolves the inputs of a flow, or of a paused task's resume form.
///
/// For each input, after those it depends on: left out when a dependency is left out or its
/// condition does not render to true; else the given value, else the default; typed, then checked
/// against the declared limits. Templates see the inputs named in `dependsOn`, nothing more. Values
/// for undeclared inputs are ignored.
public final class InputReader {
  private static final int SHOWN_CHARACTERS_MAX = 200;
  private static final String UPLOAD_EXTENSION = ".upl";

  private final Rendering rendering;
  private final Sealer sealer;

  public InputReader(Rendering rendering, Sealer sealer) {
    this.rendering = rendering;
    this.sealer = sealer;
  }

  /// @param given by input id, or nested as the ids' dots say; files as URIs of stored ones
  public Resolved resolve(List<Input> inputs, Map<String, ?> given) {
    var done = new HashMap<String, Value>();
    for (var input : DependencyOrder.of(inputs)) {
      done.put(input.id(), resolve(input, Plain.at(given, input.id()), done));
    }
    var values = new ArrayList<Value>();
    for (var input : inputs) {
      var value = done.get(input.id());
      if (value != null) values.add(value);
    }
    return new Resolved(values);
  }

  /// The name under which an upload is stored: what the client calls the file, with the declared
  /// extension if it has another, and `.upl` if it has none and none is declared.
  public static String uploadName(Input input, String fileName) {
    if (input.limits().get("extension") instanceof String extension) {
      return fileName.toLowerCase(Locale.ROOT).endsWith(extension.toLowerCase(Locale.ROOT))
          ? fileName
          : fileName + extension;
    }
    return fileName.lastIndexOf('.') > 0 ? fileName : fileName + UPLOAD_EXTENSION;
  }

  private Value resolve(Input input, @Nullable Object given, Map<String, Value> done) {
    var seen = new LinkedHashMap<String, @Nullable Object>();
    for (var need : input.dependsOn()) {
      var dependency = done.get(need);
      if (dependency == null) continue;
      if (!dependency.enabled()) return disabled(input, given, Optional.empty());
      if (dependency.input().type() != InputType.FORM) {
        Plain.nest(seen, need, Plain.of(dependency.value()));
      }
    }
    try {
      if (input.condition().isPresent() && !isTrue(input.condition().get(), seen)) {
        return disabled(input, given, Optional.empty());
      }
    } catch (RuntimeException unrendered) {
      return disabled(
          input,
          given,
          Optional.of(
              problem(
                  input,
                  Code.BAD_EXPRESSION,
                  "its condition cannot be rendered: " + unrendered.getMessage())));
    }
    if (input.type() == InputType.FORM) {
      return new Value(input, null, Optional.empty(), true, false);
    }
    try {
      var declared = withValues(input, seen);
      return given != null ? typed(declared, given, false) : byDefault(declared, seen);
    } catch (RuntimeException unrendered) {
      var why = "its templates cannot be rendered: " + unrendered.getMessage();
      return new Value(
          input, given, Optional.of(problem(input, Code.BAD_EXPRESSION, why)), true, given == null);
    }
  }

  private static Value disabled(Input input, @Nullable Object given, Optional<Problem> problem) {
    return new Value(input, given, problem, false, false);
  }

  private boolean isTrue(String condition, Map<String, Object> seen) {
    var result = render(condition, seen);
    return Boolean.TRUE.equals(result) || "true".equals(result);
  }

  /// The declaration with the values that its expression gives.
  private Input withValues(Input input, Map<String, Object> seen) {
    if (input.expression().isEmpty()) return input;
    var result = render(input.expression().get(), seen);
    if (result instanceof String text
        && TypedValues.read(InputType.ARRAY, Optional.empty(), text) instanceof Typed(var list)) {
      result = list;
    }
    if (!(result instanceof List<?> list)) {
      throw new IllegalArgumentException(
          "the expression must give a list of values, but gave `" + result + "`");
    }
    var values = new ArrayList<String>();
    var labels = new LinkedHashMap<String, String>();
    for (var item : list) {
      var value =
          item instanceof Map<?, ?> pair && pair.containsKey("value") ? pair.get("value") : item;
      if (value == null) continue;
      values.add(TypedValues.text(value));
      if (item instanceof Map<?, ?> pair && pair.get("label") instanceof String label) {
        labels.put(TypedValues.text(value), label);
      }
    }
    return input.withValues(values, labels);
  }

  private Value byDefault(Input input, Map<String, Object> seen) {
    var value = input.defaults() == null ? null : renderTree(input.defaults(), seen);
    if (value == null && input.autoSelectFirst() && !input.values().isEmpty()) {
      var first = input.values().getFirst();
      value = input.type() == InputType.MULTISELECT ? List.of(first) : first;
    }
    if (value != null) return typed(input, value, true);
    if (!input.required()) return new Value(input, null, Optional.empty(), true, false);
    var problem = problem(input, Code.INPUT_MISSING, "missing required input, but received `null`");
    return new Value(input, null, Optional.of(problem), true, false);
  }

  private @Nullable Object renderTree(Object tree, Map<String, Object> seen) {
    return switch (tree) {
      case String text -> render(text, seen);
      case Map<?, ?> map -> {
        var rendered = new LinkedHashMap<String, @Nullable Object>();
        map.forEach(
            (key, inner) ->
                rendered.put(String.valueOf(key), inner == null ? null : renderTree(inner, seen)));
        yield rendered;
      }
      case List<?> list -> {
        var rendered = new ArrayList<@Nullable Object>();
        list.forEach(inner -> rendered.add(inner == null ? null : renderTree(inner, seen)));
        yield rendered;
      }
      default -> tree;
    };
  }

  private @Nullable Object render(String text, Map<String, Object> seen) {
    return text.contains("{{") || text.contains("{%") ? rendering.evaluate(text, seen) : text;
  }

  private Value typed(Input input, Object raw, boolean isDefault) {
    return switch (TypedValues.read(input.type(), input.itemType(), raw)) {
      case Refused(var why) -> refused(input, raw, why, isDefault);
      case Typed(var value) -> {
        var wrong = InputChecks.check(input, value);
        if (wrong.isPresent()) yield refused(input, raw, wrong.get(), isDefault);
        yield input.type() == InputType.SECRET
            ? sealed(input, value.toString(), isDefault)
            : new Value(input, value, Optional.empty(), true, isDefault);
      }
    };
  }

  private Value sealed(Input input, String secret, boolean isDefault) {
    try {
      return new Value(input, sealer.seal(secret), Optional.empty(), true, isDefault);
    } catch (RuntimeException noKey) {
      var why = "a SECRET cannot be stored: " + noKey.getMessage();
      return new Value(
          input, null, Optional.of(problem(input, Code.INPUT_INVALID, why)), true, isDefault);
    }
  }

  private static Value refused(Input input, Object raw, String why, boolean isDefault) {
    var shown = input.type() == InputType.SECRET ? "******" : shown(raw);
    var problem = problem(input, Code.INPUT_INVALID, why + ", but received `" + shown + "`");
    return new Value(
        input,
        input.type() == InputType.SECRET ? null : raw,
        Optional.of(problem),
        true,
        isDefault);
  }

  private static String shown(Object raw) {
    var text = TypedValues.text(raw);
    return text.length() <= SHOWN_CHARACTERS_MAX
        ? text
        : text.substring(0, SHOWN_CHARACTERS_MAX) + "…";
  }

  private static Problem problem(Input input, Code code, String why) {
    return Problem.error(
        code, input.id(), Position.NONE, "Invalid input for `" + input.id() + "`, " + why, "");
  }
}
