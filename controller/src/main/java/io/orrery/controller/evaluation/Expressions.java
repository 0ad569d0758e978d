package io.orrery.controller.evaluation;

import io.orrery.controller.Orchestrator.Evaluated;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TaskRunId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/// Renders what somebody asks of an execution.
public interface Expressions {

  /// @param run absent: as the execution's own templates are rendered
  CompletionStage<Evaluated> evaluate(ExecutionId id, Optional<TaskRunId> run, String template);
}
