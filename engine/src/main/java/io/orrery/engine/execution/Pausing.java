package io.orrery.engine.execution;

import io.orrery.engine.execution.Frame.Branch;
import io.orrery.model.flow.Task;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Waiting for a person or for time to pass.
///
/// What a Pause runs first (`onPause`) is over before the wait begins; its time counts from the
/// start all the same. What is answered when nobody answers (`Preparation.Wait`) is an output from
/// the start, so that the records suffice when the time comes. After the wait come the deprecated
/// children, `errors` when it failed, and `finally`.
final class Pausing {
  private Pausing() {}

  /// Which clock wakes the task run, kept in its frame's `choice`.
  private static final int BY_DELAY = 0;

  private static final int BY_TIMEOUT = 1;

  private static final String ANSWERS = "onResume";

  static void pause(Draft draft, TaskRun run, Preparation.Wait wait) {
    var delay = wait.delay().map(draft.now::plus);
    var timeout = wait.timeout().map(draft.now::plus);
    boolean timesOut =
        timeout.isPresent() && (delay.isEmpty() || timeout.get().isBefore(delay.get()));
    Optional<Instant> wakeAt = timesOut ? timeout : delay;
    var frame = Frame.START.choosing(timesOut ? BY_TIMEOUT : BY_DELAY);
    var begun = Runs.wakeAt(Runs.state(run, State.RUNNING, draft.now), wakeAt);
    if (!wait.answers().isEmpty()) {
      begun = Runs.outputs(begun, Leaves.with(begun.outputs(), ANSWERS, wait.answers()));
    }
    if (!draft.node(run).mains().get(1).isEmpty()) {
      draft.put(Runs.frame(begun, frame.entering(Branch.ON_PAUSE)));
      draft.toAdvance(run.seq());
      return;
    }
    begin(draft, begun, frame);
  }

  /// What it runs first is over.
  static void ready(Draft draft, TaskRun run, Frame frame) {
    if (frame.stopped()) {
      Containers.open(draft, Runs.wakeAt(run, Optional.empty()), 0, run.outputs());
      draft.frame(run.seq(), it -> it.ending(State.FAILED, true, false));
      return;
    }
    begin(draft, run, frame.entering(Branch.MAIN));
  }

  private static void begin(Draft draft, TaskRun run, Frame frame) {
    draft.put(Runs.frame(Runs.state(run, State.PAUSED, draft.now), frame));
    Waiting.paused(draft, 1);
    run.wakeAt().ifPresent(at -> draft.effect(new Effect.Wake(run.seq(), at)));
  }

  /// Its time is up without anybody resuming it.
  static void over(Draft draft, TaskRun run) {
    if (!(draft.node(run).task() instanceof Task.Pause pause)) {
      throw new IllegalStateException("task run " + run.id() + " is paused and not a Pause");
    }
    boolean timedOut = run.frame().filter(frame -> frame.choice() == BY_TIMEOUT).isPresent();
    if (timedOut) {
      draft.log(run.seq(), LogLevel.ERROR, "Nobody resumed the execution before the timeout");
      leave(draft, unanswered(run), State.FAILED);
      return;
    }
    switch (pause.behavior()) {
      case RESUME ->
          leave(draft, resumed(run, State.RUNNING, Optional.empty(), draft.now), State.SUCCESS);
      case WARN ->
          leave(draft, resumed(run, State.WARNING, Optional.empty(), draft.now), State.WARNING);
      case FAIL -> {
        draft.log(run.seq(), LogLevel.ERROR, "Nobody resumed the execution in time");
        leave(draft, unanswered(run), State.FAILED);
      }
      case CANCEL -> {
        draft.log(run.seq(), LogLevel.WARN, "Nobody resumed the execution in time: it is ended");
        var cancelled = Runs.state(unanswered(run), State.CANCELLED, draft.now);
        draft.put(Runs.wakeAt(cancelled, Optional.empty()));
        Cutting.cut(draft, State.CANCELLED, Cutting.Running.STOPPED);
        Containers.childEnded(draft, draft.run(run.seq()));
      }
    }
  }

  private static TaskRun unanswered(TaskRun run) {
    var outputs = new LinkedHashMap<>(run.outputs());
    outputs.remove(ANSWERS);
    return Runs.outputs(run, outputs);
  }

  /// Every paused task run goes on, with what was given to the pause; so does an execution that a
  /// person has paused as a whole.
  ///
  /// @param by who lets them; empty when nobody knows
  static void resume(Draft draft, Map<String, Object> inputs, Optional<String> by) {
    if (draft.head().state() != State.PAUSED) {
      return;
    }
    boolean held = Holding.held(draft.head());
    draft.head(head -> Heads.state(head, State.RESTARTED, draft.now));
    if (held) {
      Waiting.refresh(draft);
      Holding.release(draft);
      return;
    }
    for (var run : draft.runs()) {
      if (run.state() == State.PAUSED) {
        var outputs = new LinkedHashMap<>(run.outputs());
        if (!inputs.isEmpty()) {
          outputs.put(ANSWERS, inputs);
        }
        var given = Runs.outputs(run, outputs);
        leave(draft, resumed(given, State.RUNNING, by, draft.now), State.SUCCESS);
      }
    }
  }

  /// One paused task run goes on, or ends, as somebody says.
  ///
  /// @param verdict a final state
  static void resume(Draft draft, TaskRun run, State verdict) {
    if (draft.head().paused() == 1) {
      draft.head(head -> Heads.state(head, State.RESTARTED, draft.now));
    }
    leave(draft, run, verdict);
  }

  /// With who ended the wait, when, and what became of it.
  private static TaskRun resumed(TaskRun run, State to, Optional<String> by, Instant on) {
    var told = new LinkedHashMap<String, Object>();
    by.ifPresent(user -> told.put("by", user));
    told.put("on", Variables.instant(on));
    told.put("to", to.name());
    Map<String, Object> outputs = Leaves.with(run.outputs(), "resumed", told);
    return Runs.outputs(run, outputs);
  }

  private static void leave(Draft draft, TaskRun run, State verdict) {
    Waiting.paused(draft, -1);
    var node = draft.node(run);
    boolean more =
        !node.cleanup().isEmpty()
            || (verdict == State.FAILED
                ? !node.errors().isEmpty()
                : !node.mains().get(0).isEmpty());
    if (!more && verdict == State.FAILED) {
      Leaves.end(draft, run, verdict);
      return;
    }
    var running = Runs.wakeAt(Runs.state(run, State.RUNNING, draft.now), Optional.empty());
    if (!more) {
      Leaves.end(draft, running, verdict);
      return;
    }
    Containers.open(draft, running, 0, run.outputs());
    draft.frame(run.seq(), it -> it.ending(verdict, verdict == State.FAILED, false));
  }
}
