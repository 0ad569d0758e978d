package io.orrery.conformance.subject;

import io.orrery.model.state.State;
import io.orrery.model.state.StateChange;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A task run as its readers see it.
///
/// @param path the loop values it runs for, outermost first
/// @param attempts the one under way included; none for a task that only groups others
public record TaskRunView(
    String id,
    String taskId,
    List<String> path,
    List<StateChange> history,
    List<Attempt> attempts,
    Map<String, Object> outputs) {

  public TaskRunView {
    path = List.copyOf(path);
    history = List.copyOf(history);
    attempts = List.copyOf(attempts);
    outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
  }

  /// @param logFile address of its log, when the task logs to a file
  public record Attempt(List<StateChange> history, Optional<String> logFile) {
    public Attempt {
      history = List.copyOf(history);
    }

    public State state() {
      return history.getLast().state();
    }
  }

  public State state() {
    return history.getLast().state();
  }

  /// `task[x/y]`, or `task` outside of loops.
  public String name() {
    return new ExecutionSubject.TaskRunName(taskId, path).toString();
  }

  TaskRunView asOf(Instant moment) {
    var then =
        attempts.stream()
            .filter(attempt -> !attempt.history().getFirst().at().isAfter(moment))
            .map(
                attempt ->
                    new Attempt(ExecutionView.upTo(attempt.history(), moment), attempt.logFile()))
            .toList();
    return new TaskRunView(id, taskId, path, ExecutionView.upTo(history, moment), then, outputs);
  }
}
