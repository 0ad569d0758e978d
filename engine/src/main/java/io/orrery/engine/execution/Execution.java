package io.orrery.engine.execution;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.History;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The head record of one execution: what is true of the whole of it. Its task runs are records of
/// their own.
///
/// @param root how far the flow's own tasks have come; its branch is DONE when nothing at all is
///   left to do
/// @param nextSeq the number that the next task run gets; also how many there have been
/// @param paused how many task runs wait in PAUSED
/// @param retrying how many task runs wait in RETRYING
/// @param fixed what never changes after the start
/// @param outputs of the flow; empty until the end
/// @param variables set while running; laid over the flow's own
/// @param wakeAt when a timer is due for the execution itself (a schedule date in the future)
/// @param error why the execution failed without a task to blame; empty otherwise
/// @param course what was decided on its way, beside the states of its tasks
public record Execution(
    ExecutionId id,
    History history,
    Frame root,
    int nextSeq,
    int paused,
    int retrying,
    Fixed fixed,
    Map<String, String> labels,
    Map<String, Object> outputs,
    Map<String, Object> variables,
    Optional<Instant> wakeAt,
    Optional<String> error,
    Course course) {

  /// One about which nothing was decided on its way.
  public Execution(
      ExecutionId id,
      History history,
      Frame root,
      int nextSeq,
      int paused,
      int retrying,
      Fixed fixed,
      Map<String, String> labels,
      Map<String, Object> outputs,
      Map<String, Object> variables,
      Optional<Instant> wakeAt,
      Optional<String> error) {
    this(
        id,
        history,
        root,
        nextSeq,
        paused,
        retrying,
        fixed,
        labels,
        outputs,
        variables,
        wakeAt,
        error,
        Course.OPEN);
  }

  public Execution {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
  }

  /// What is known at the start and stays so.
  ///
  /// @param inputs resolved and nested; secrets are stored encrypted
  /// @param trigger what started it: `id`, `type` and its variables; empty for a person or an API
  ///   call
  /// @param parent the task run that waits for this execution's end
  /// @param parentId the execution that this one repeats, as a retry or a replay
  /// @param originalId the first of a chain of retries or replays; itself when there is none
  /// @param attemptNumber 1 for the first of such a chain
  /// @param originalCreatedAt when that first one was created
  public record Fixed(
      FlowId flow,
      int revision,
      Instant createdAt,
      Map<String, Object> inputs,
      Optional<TriggerInfo> trigger,
      Optional<TaskRunId> parent,
      Optional<ExecutionId> parentId,
      ExecutionId originalId,
      int attemptNumber,
      Instant originalCreatedAt,
      Optional<Instant> scheduleDate) {
    public Fixed {
      inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    }

    /// The execution that started this one, by a Subflow or a flow trigger.
    public Optional<ExecutionId> startedBy() {
      return trigger
          .map(it -> it.variables().get("executionId"))
          .map(id -> new ExecutionId(id.toString()));
    }

    /// One more try of the whole.
    Fixed nextAttempt() {
      return new Fixed(
          flow,
          revision,
          createdAt,
          inputs,
          trigger,
          parent,
          parentId,
          originalId,
          attemptNumber + 1,
          originalCreatedAt,
          scheduleDate);
    }

    /// What a trigger gave gives way to what the flow's rules made of it.
    Fixed withInputs(Map<String, Object> resolved) {
      return new Fixed(
          flow,
          revision,
          createdAt,
          resolved,
          trigger,
          parent,
          parentId,
          originalId,
          attemptNumber,
          originalCreatedAt,
          scheduleDate);
    }
  }

  /// What started an execution: a trigger, or a task of another flow.
  ///
  /// @param variables reachable as `trigger.*`
  public record TriggerInfo(String id, String type, Map<String, Object> variables) {
    public TriggerInfo {
      variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
    }
  }

  public State state() {
    return history.current();
  }

  /// This execution as it was, or is to be shown, with another history.
  public Execution with(History other) {
    return new Execution(
        id, other, root, nextSeq, paused, retrying, fixed, labels, outputs, variables, wakeAt,
        error, course);
  }

  /// This execution, to stand still before these tasks and no others.
  public Execution stoppingAt(List<Breakpoint> breakpoints) {
    return Heads.course(this, course.stoppingAt(breakpoints));
  }

  /// Whether nothing is left to do, the tasks after the end included.
  public boolean finished() {
    return root.branch() == Frame.Branch.DONE;
  }
}
