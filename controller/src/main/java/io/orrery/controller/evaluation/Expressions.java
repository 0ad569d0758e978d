package io.orrery.controller.evaluation;

import io.orrery.controller.Orchestrator.Evaluated;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/// Renders what somebody asks of an execution or a flow.
public interface Expressions {

  /// @param run absent: as the execution's own templates are rendered
  CompletionStage<Evaluated> evaluate(ExecutionId id, Optional<TaskRunId> run, String template);

  /// As far as a template can be rendered without an execution.
  CompletionStage<Evaluated> evaluate(FlowId flow, String template);
}
