package io.orrery.conformance.subject;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is asked about executions. Commands answer with the execution as it was right after them.
public interface ExecutionSubject {

  /// @throws Refusal when inputs are not acceptable
  default ExecutionView start(Start start) {
    throw new Unsupported("starting an execution");
  }

  default Optional<ExecutionView> execution(String id) {
    throw new Unsupported("reading an execution");
  }

  /// Oldest first.
  ///
  /// @param flowId any flow when empty
  /// @param startedBy only those that this execution started, as a subflow or through a flow
  ///   trigger
  default List<ExecutionView> executions(Optional<String> flowId, Optional<String> startedBy) {
    throw new Unsupported("listing executions");
  }

  default ExecutionView restart(String id, Optional<Integer> revision) {
    throw new Unsupported("restart");
  }

  /// @param from absent: from the beginning
  default ExecutionView replay(String id, Optional<TaskRunName> from) {
    throw new Unsupported("replay");
  }

  /// Gives a task run another state and lets the execution go on from there.
  default ExecutionView markAs(String id, TaskRunName taskRun, String state) {
    throw new Unsupported("changing the state of a task run");
  }

  /// @param into the state to go on in, when it is not the usual one
  default ExecutionView resume(String id, List<InputPart> inputs, Optional<String> into) {
    throw new Unsupported("resume");
  }

  default ExecutionView kill(String id) {
    throw new Unsupported("kill");
  }

  default void deleteExecution(String id) {
    throw new Unsupported("deleting an execution");
  }

  /// All lines of an execution, oldest first.
  default List<LogView> logs(String executionId) {
    throw new Unsupported("reading logs");
  }

  /// @param mode how the inputs are read
  record Start(
      FlowName flow,
      InputMode mode,
      List<InputPart> inputs,
      Map<String, String> labels,
      Optional<Instant> scheduleDate) {}

  enum InputMode {
    /// Through the input reader, as an API call would.
    TYPED,
    /// Put on the execution as they are.
    RAW,
    /// The execution gets no inputs at all, not even defaults.
    NONE
  }

  /// A task run by its task and the loop values it runs for, outermost first.
  record TaskRunName(String taskId, List<String> values) {

    /// As references write it: `task[x/y]`.
    @Override
    public String toString() {
      return values.isEmpty() ? taskId : taskId + "[" + String.join("/", values) + "]";
    }
  }

  /// @param taskId empty for lines of the flow itself
  record LogView(String taskId, String taskRunId, String level, String message, Instant at) {}
}
