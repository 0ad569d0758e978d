package io.orrery.engine.execution;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.History;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Changes of a [TaskRun], one field each.
final class Runs {
  private Runs() {}

  static TaskRun state(TaskRun it, State state, Instant at) {
    return history(it, it.history().then(state, at));
  }

  static TaskRun history(TaskRun it, History history) {
    return copy(it, history, it.attempts(), it.outputs(), it.frame(), it.wakeAt(), it.child());
  }

  static TaskRun frame(TaskRun it, Frame frame) {
    return copy(
        it, it.history(), it.attempts(), it.outputs(), Optional.of(frame), it.wakeAt(), it.child());
  }

  static TaskRun withoutFrame(TaskRun it) {
    return copy(
        it, it.history(), it.attempts(), it.outputs(), Optional.empty(), it.wakeAt(), it.child());
  }

  static TaskRun outputs(TaskRun it, Map<String, Object> outputs) {
    return copy(it, it.history(), it.attempts(), outputs, it.frame(), it.wakeAt(), it.child());
  }

  static TaskRun wakeAt(TaskRun it, Optional<Instant> wakeAt) {
    return copy(it, it.history(), it.attempts(), it.outputs(), it.frame(), wakeAt, it.child());
  }

  static TaskRun child(TaskRun it, ExecutionId child) {
    return copy(
        it, it.history(), it.attempts(), it.outputs(), it.frame(), it.wakeAt(), Optional.of(child));
  }

  /// As if it had not run yet, but for its history and attempts.
  static TaskRun fresh(TaskRun it) {
    return copy(
        it,
        it.history(),
        it.attempts(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /// The last try, where there is one, gets this state as well.
  static TaskRun lastAttempt(TaskRun it, State state, Instant at) {
    if (it.attempts().isEmpty()) {
      return it;
    }
    var attempts = new ArrayList<>(it.attempts());
    var last = attempts.removeLast();
    attempts.add(new TaskRun.Attempt(last.history().then(state, at), last.logFile()));
    return copy(it, it.history(), attempts, it.outputs(), it.frame(), it.wakeAt(), it.child());
  }

  static TaskRun childless(TaskRun it) {
    return copy(
        it, it.history(), it.attempts(), it.outputs(), it.frame(), it.wakeAt(), Optional.empty());
  }

  /// With one more ended try: begun at `from`, over with `state` at `to`.
  static TaskRun attempt(TaskRun it, State state, Instant from, Instant to, Optional<String> log) {
    var attempts = new ArrayList<>(it.attempts());
    var history = History.of(State.CREATED, from).then(State.RUNNING, from).then(state, to);
    attempts.add(new TaskRun.Attempt(history, log));
    return copy(it, it.history(), attempts, it.outputs(), it.frame(), it.wakeAt(), it.child());
  }

  private static TaskRun copy(
      TaskRun it,
      History history,
      List<TaskRun.Attempt> attempts,
      Map<String, Object> outputs,
      Optional<Frame> frame,
      Optional<Instant> wakeAt,
      Optional<ExecutionId> child) {
    return new TaskRun(
        it.id(),
        it.taskId(),
        it.node(),
        it.parent(),
        it.branch(),
        it.value(),
        it.iteration(),
        it.path(),
        history,
        attempts,
        outputs,
        frame,
        wakeAt,
        child);
  }
}
