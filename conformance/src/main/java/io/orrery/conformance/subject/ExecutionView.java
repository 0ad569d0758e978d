package io.orrery.conformance.subject;

import io.orrery.model.state.State;
import io.orrery.model.state.StateChange;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An execution as its readers see it.
///
/// @param finished whether nothing is left to do, the tasks after the end included
/// @param taskRuns in the order of their creation
/// @param parentId the execution that this one was replayed or restarted from
/// @param trigger `id`, `type` and `variables` of what started it; empty for a person
public record ExecutionView(
    String id,
    FlowName flow,
    int revision,
    List<StateChange> history,
    boolean finished,
    List<TaskRunView> taskRuns,
    Map<String, Object> inputs,
    Map<String, Object> outputs,
    Map<String, String> labels,
    Optional<String> parentId,
    Optional<Instant> scheduleDate,
    Map<String, Object> trigger) {

  public ExecutionView {
    history = List.copyOf(history);
    taskRuns = List.copyOf(taskRuns);
    inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    trigger = Collections.unmodifiableMap(new LinkedHashMap<>(trigger));
  }

  public State state() {
    return history.getLast().state();
  }

  public boolean hasBeen(State state) {
    return history.stream().anyMatch(change -> change.state() == state);
  }

  /// The runs of one task.
  public List<TaskRunView> runsOf(String taskId) {
    return taskRuns.stream().filter(run -> run.taskId().equals(taskId)).toList();
  }

  /// This execution as it was at a moment: later states, task runs and attempts are left out.
  /// Outputs and labels cannot be taken back and stay.
  ///
  /// Needed since by the time that an execution is read it may be further than the answer to the
  /// command said.
  public ExecutionView asOf(Instant moment) {
    var then = upTo(history, moment);
    var runs =
        taskRuns.stream()
            .filter(run -> !run.history().getFirst().at().isAfter(moment))
            .map(run -> run.asOf(moment))
            .toList();
    return new ExecutionView(
        id,
        flow,
        revision,
        then,
        finished && then.size() == history.size(),
        runs,
        inputs,
        outputs,
        labels,
        parentId,
        scheduleDate,
        trigger);
  }

  /// This execution as it was when it had taken its first `count` states.
  ///
  /// States may be taken at the same instant, so their number tells more than the time.
  public ExecutionView afterStates(int count) {
    var then = asOf(history.get(count - 1).at());
    return new ExecutionView(
        id,
        flow,
        revision,
        history.subList(0, count),
        finished && count == history.size(),
        then.taskRuns,
        inputs,
        outputs,
        labels,
        parentId,
        scheduleDate,
        trigger);
  }

  static List<StateChange> upTo(List<StateChange> history, Instant moment) {
    return history.stream().filter(change -> !change.at().isAfter(moment)).toList();
  }
}
