package io.orrery.controller.evaluation;

import io.orrery.controller.flow.Flows;
import io.orrery.controller.turn.LazyOutputs;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Variables;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.expression.ExpressionException;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.kept.Keeper;
import java.util.LinkedHashMap;
import java.util.Map;

/// What the templates of a Flow trigger read: the execution that it watched, under the flow that it
/// belongs to.
final class Sources {

  private final Evaluations.Tools tools;

  Sources(Evaluations.Tools tools) {
    this.tools = tools;
  }

  /// Whether a Flow trigger started the execution.
  boolean isFlowTriggered(FlowPlan plan, Execution head) {
    return head.fixed()
        .trigger()
        .filter(
            by ->
                by.variables().containsKey("executionId")
                    && plan.flow()
                        .trigger(by.id())
                        .filter(TriggerDef.FlowTrigger.class::isInstance)
                        .filter(it -> it.common().type().equals(by.type()))
                        .isPresent())
        .isPresent();
  }

  /// For the inputs and labels of an execution that a Flow trigger started.
  ///
  /// @throws ExpressionException when what it watched was deleted since
  Map<String, Object> variables(FlowPlan plan, Execution started, Keeper keeper) {
    var trigger = started.fixed().trigger().map(Execution.TriggerInfo::variables).orElse(Map.of());
    var id = new ExecutionId(String.valueOf(trigger.get("executionId")));
    var head =
        tools
            .executions()
            .head(id)
            .orElseThrow(() -> new ExpressionException("execution " + id + " was deleted", 0));
    return variables(plan, head, trigger, keeper);
  }

  /// @param plan of the flow that has the trigger
  /// @param head of the watched execution
  /// @param trigger what expressions see under this name
  /// @param keeper opens what is sealed, and knows it from then on
  Map<String, Object> variables(
      FlowPlan plan, Execution head, Map<String, Object> trigger, Keeper keeper) {
    var source =
        tools
            .flows()
            .revision(head.fixed().flow(), head.fixed().revision())
            .flatMap(Flows.Known::plan)
            .orElseThrow(
                () ->
                    new ExpressionException(
                        "the flow of execution " + head.id() + " is not there any more", 0));
    var outputs = new LazyOutputs(tools.outputs(), source, head.id(), keeper);
    var variables = Variables.of(source, head, outputs, tools.around());
    var own = new LinkedHashMap<>(Variables.of(plan.flow(), plan.revision(), tools.around()));
    own.remove("labels"); // those of the execution
    variables.putAll(own);
    if (variables.get("execution") instanceof Map<?, ?> execution && trigger.get("state") != null) {
      var seen = new LinkedHashMap<Object, Object>(execution);
      seen.put("state", trigger.get("state"));
      variables.put("execution", seen);
    }
    variables.put("trigger", trigger);
    return keeper.opened(variables, "outputs");
  }
}
