package io.orrery.controller.turn;

import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Executor;
import io.orrery.engine.execution.Executor.Inputs;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.id.ExecutionId;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/// Executions that a trigger starts.
final class Fired {
  private Fired() {}

  /// @param inputs that the trigger gives, as templates
  /// @param variables what expressions see as `trigger`
  static Execution execution(
      FlowPlan plan,
      TriggerDef trigger,
      ExecutionId id,
      Map<String, Object> inputs,
      Map<String, Object> variables,
      Map<String, String> labels,
      Instant now) {
    // Without inputs and labels there is nothing that a user wrote to be rendered first.
    boolean nothingToRender =
        plan.flow().inputs().isEmpty() && inputs.isEmpty() && isEmpty(trigger.common().labels());
    return Executor.create(
        plan,
        id,
        inputs,
        nothingToRender ? Inputs.RESOLVED : Inputs.RAW,
        labels,
        Optional.of(new Execution.TriggerInfo(trigger.id(), trigger.common().type(), variables)),
        Optional.empty(),
        now);
  }

  private static boolean isEmpty(Object labels) {
    return switch (labels) {
      case Map<?, ?> map -> map.isEmpty();
      case Collection<?> list -> list.isEmpty();
      default -> false;
    };
  }
}
