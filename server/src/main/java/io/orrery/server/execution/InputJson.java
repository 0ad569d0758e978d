package io.orrery.server.execution;

import io.orrery.model.flow.Input;
import io.orrery.model.flow.InputType;
import io.orrery.server.json.JsonMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The declaration of an input as JSON: what a form needs to ask for it. The values of a choice are
/// those that its expression gave.
final class InputJson {
  private InputJson() {}

  static Map<String, Object> of(Input input) {
    var json =
        new JsonMap()
            .with("id", input.id())
            .with("type", input.type().name())
            .with("required", input.required())
            .with("displayName", input.displayName())
            .with("description", input.description())
            .with("defaults", input.type() == InputType.SECRET ? null : input.defaults())
            .with("prefill", input.prefill())
            .with("values", values(input))
            .with("expression", input.expression())
            .with("itemType", input.itemType().map(InputType::name))
            .withAll(input.limits())
            .with("dependsOn", dependsOn(input));
    if (input.type().isChoice()) {
      json.with("allowCustomValue", input.allowCustomValue())
          .with("autoSelectFirst", input.autoSelectFirst())
          .with("isRadio", input.radio());
    }
    return json.map();
  }

  /// `{label, value}` where there is a label.
  private static @Nullable List<Object> values(Input input) {
    if (input.values().isEmpty()) {
      return null;
    }
    var values = new ArrayList<Object>();
    for (var value : input.values()) {
      var label = input.labels().get(value);
      values.add(label == null ? value : Map.of("label", label, "value", value));
    }
    return values;
  }

  private static @Nullable Map<String, Object> dependsOn(Input input) {
    if (input.dependsOn().isEmpty() && input.condition().isEmpty()) {
      return null;
    }
    return new JsonMap()
        .with("inputs", input.dependsOn())
        .with("condition", input.condition())
        .map();
  }
}
