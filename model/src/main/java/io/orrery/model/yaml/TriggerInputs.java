package io.orrery.model.yaml;

import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Input;
import io.orrery.model.flow.InputType;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.problem.Code;
import java.util.Map;
import java.util.stream.Collectors;

/// A schedule or webhook that leaves a required input without a value starts nothing that can run.
/// Kestra 2.0 refuses such a flow, older versions take it; here its author is told.
final class TriggerInputs {
  private TriggerInputs() {}

  static void check(Reading reading, Flow flow) {
    if (flow.inputs().stream().noneMatch(TriggerInputs::mustBeGiven)) return;
    for (var trigger : flow.triggers()) {
      switch (trigger) {
        case TriggerDef.Schedule schedule -> check(reading, flow, schedule, schedule.inputs());
        case TriggerDef.Webhook webhook -> check(reading, flow, webhook, webhook.inputs());
        // What it watches or finds may give them.
        case TriggerDef.FlowTrigger _, TriggerDef.OnWorker _ -> {}
        case TriggerDef.Other other -> {
          if (!TypeNames.startsAlone(other.common().type())) continue;
          var given = other.properties().get("inputs");
          check(reading, flow, other, given instanceof Map<?, ?> map ? map : Map.of());
        }
      }
    }
  }

  private static void check(Reading reading, Flow flow, TriggerDef trigger, Map<?, ?> given) {
    var missing =
        flow.inputs().stream()
            .filter(TriggerInputs::mustBeGiven)
            .map(Input::id)
            .filter(id -> !isGiven(given, id))
            .map(id -> "'" + id + "'")
            .collect(Collectors.joining(", "));
    if (missing.isEmpty()) return;
    reading.warn(
        Code.INPUT_MISSING,
        "triggers",
        trigger.common().at(),
        "Trigger '%s' gives no value for the required inputs: %s.".formatted(trigger.id(), missing),
        "Add them to the 'inputs' of the trigger, or give them 'defaults'.");
  }

  /// Whatever the values of others are.
  private static boolean mustBeGiven(Input input) {
    return input.type() != InputType.FORM
        && input.required()
        && input.defaults() == null
        && !input.autoSelectFirst()
        && input.condition().isEmpty()
        && input.dependsOn().isEmpty();
  }

  private static boolean isGiven(Map<?, ?> given, String id) {
    if (given.get(id) != null) return true;
    Object current = given;
    for (var name : id.split("\\.", -1)) {
      if (!(current instanceof Map<?, ?> map)) return false;
      current = map.get(name);
    }
    return current != null;
  }
}
