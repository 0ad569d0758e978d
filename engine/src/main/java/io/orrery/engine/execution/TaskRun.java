package io.orrery.engine.execution;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.History;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The record of one task run.
///
/// @param node the task's number in the plan of the execution's revision
/// @param parent seq of the container's task run, or -1 below the execution itself
/// @param branch the parent's branch it belongs to
/// @param value the loop value it runs for; only on the direct children of a loop
/// @param iteration the place of that value, from 0; -1 outside loops
/// @param path the loop values from the outermost to its own: the key of its outputs
/// @param attempts ended tries; the one under way is not among them
/// @param outputs what it gave back; a container's own (as If's `evaluationResult`) too
/// @param frame for containers that have begun
/// @param wakeAt when a timer is due for it (retry, end of a pause)
/// @param child for a Subflow, the execution it started
public record TaskRun(
    TaskRunId id,
    String taskId,
    int node,
    int parent,
    Frame.Branch branch,
    Optional<String> value,
    int iteration,
    List<String> path,
    History history,
    List<Attempt> attempts,
    Map<String, Object> outputs,
    Optional<Frame> frame,
    Optional<Instant> wakeAt,
    Optional<ExecutionId> child) {

  public TaskRun {
    path = List.copyOf(path);
    attempts = List.copyOf(attempts);
    outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
  }

  /// One ended try.
  ///
  /// @param logFile address of its log in internal storage, when the task logs to a file
  public record Attempt(History history, Optional<String> logFile) {}

  public int seq() {
    return id.seq();
  }

  public State state() {
    return history.current();
  }

  /// The number of the try that is under way or next, from 1.
  public int attempt() {
    return attempts.size() + 1;
  }

  /// The number of the job that is under way or next: that of the try, but for a WorkingDirectory,
  /// which has two jobs a try: one before its tasks and one after them.
  public int job() {
    return frame
        .map(it -> 2 * attempts.size() + (it.branch() == Frame.Branch.OUTPUTS ? 2 : 1))
        .orElseGet(this::attempt);
  }

  /// Whether a replay has kept it for when its loop comes to it.
  public boolean later() {
    return frame.filter(it -> it.branch() == Frame.Branch.LATER).isPresent();
  }

  /// Whether an execution that it started is still to end.
  public boolean awaitsChild() {
    return state() == State.RUNNING && child.isPresent() && !outputs.containsKey(Subflows.STATE);
  }
}
