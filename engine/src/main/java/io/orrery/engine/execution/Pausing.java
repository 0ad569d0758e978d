package io.orrery.engine.execution;

import io.orrery.model.flow.Task;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Waiting for a person or for time to pass.
final class Pausing {
  private Pausing() {}

  /// Which clock wakes the task run, kept in its frame's `choice`.
  private static final int BY_DELAY = 0;

  private static final int BY_TIMEOUT = 1;

  static void pause(Draft draft, TaskRun run, Preparation.Wait wait) {
    var delay = wait.delay().map(draft.now::plus);
    var timeout = wait.timeout().map(draft.now::plus);
    boolean timesOut =
        timeout.isPresent() && (delay.isEmpty() || timeout.get().isBefore(delay.get()));
    Optional<Instant> wakeAt = timesOut ? timeout : delay;
    var paused = Runs.state(run, State.RUNNING, draft.now);
    paused = Runs.state(paused, State.PAUSED, draft.now);
    paused = Runs.frame(paused, Frame.START.choosing(timesOut ? BY_TIMEOUT : BY_DELAY));
    draft.put(Runs.wakeAt(paused, wakeAt));
    Waiting.paused(draft, 1);
    wakeAt.ifPresent(at -> draft.effect(new Effect.Wake(run.seq(), at)));
  }

  /// Its time is up without anybody resuming it.
  static void over(Draft draft, TaskRun run) {
    if (!(draft.node(run).task() instanceof Task.Pause pause)) {
      throw new IllegalStateException("task run " + run.id() + " is paused and not a Pause");
    }
    boolean timedOut = run.frame().filter(frame -> frame.choice() == BY_TIMEOUT).isPresent();
    if (timedOut) {
      leave(draft, run, State.FAILED);
      return;
    }
    switch (pause.behavior()) {
      case RESUME -> leave(draft, run, State.SUCCESS);
      case WARN -> leave(draft, run, State.WARNING);
      case FAIL -> leave(draft, run, State.FAILED);
      case CANCEL -> Killing.kill(draft, State.CANCELLED, true);
    }
  }

  /// Every paused task run goes on, with what was given to the pause; so does an execution that a
  /// person has paused as a whole.
  static void resume(Draft draft, Map<String, Object> inputs) {
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
          outputs.put("onResume", inputs);
        }
        leave(draft, Runs.outputs(run, outputs), State.SUCCESS);
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

  private static void leave(Draft draft, TaskRun run, State verdict) {
    Waiting.paused(draft, -1);
    if (verdict == State.FAILED) {
      Leaves.end(draft, run, verdict);
      return;
    }
    var running = Runs.wakeAt(Runs.state(run, State.RUNNING, draft.now), Optional.empty());
    boolean children = !draft.node(run).mains().getFirst().isEmpty();
    if (children) {
      // The old form, with children: they run now, and decide the end.
      Containers.open(draft, running, 0, run.outputs());
      if (verdict == State.WARNING) {
        draft.frame(run.seq(), it -> it.ending(State.WARNING, false, false));
      }
      return;
    }
    Leaves.end(draft, running, verdict);
  }
}
