package io.orrery.controller.turn;

import io.orrery.engine.execution.Event;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.model.id.ExecutionId;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// What user code is asked to do after a commit. No call blocks; each is answered by an event,
/// later, from another thread.
public interface Outside {

  /// Renders what a task run needs to begin.
  void prepare(OfTask task, Consumer<Event> answer);

  /// Works out what a container needs to go on.
  void ask(OfTask task, Consumer<Event> answer);

  /// Renders the outputs that a Subflow task reads from its child's context.
  void collect(OfTask task, ExecutionId child, Consumer<Event> answer);

  /// Renders the flow's outputs.
  void renderOutputs(OfExecution execution, Consumer<Event> answer);

  /// Reads the inputs that a trigger gave.
  void resolveInputs(OfExecution execution, Consumer<Event> answer);

  /// Reads all records of an execution; the answer is empty when there is none.
  void read(ExecutionId execution, Consumer<Optional<Records>> answer);

  /// An execution with the variables of its templates.
  record OfExecution(FlowPlan plan, Execution head, Map<String, Object> variables) {}

  /// A task run with the variables of its templates.
  record OfTask(FlowPlan plan, Execution head, TaskRun run, Map<String, Object> variables) {}
}
