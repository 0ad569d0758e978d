package io.orrery.engine.execution;

import io.orrery.engine.execution.Frame.Branch;
import io.orrery.model.state.State;

/// Ending an execution in a state that was decided before its tasks were over: by a broken promise,
/// by an Exit, by a pause that nobody ended.
///
/// The branch under way is cut short: nothing of it begins any more. Then `finally` runs, if the
/// cut was before it, and the execution ends as decided. A kill is another thing: it runs nothing.
final class Cutting {
  private Cutting() {}

  /// What becomes of that which runs.
  enum Running {
    STOPPED,
    /// Jobs and subflows that run come to their end; the execution waits for them.
    LET_BE
  }

  /// The branches whose tasks decide; what comes later is only cut short.
  static void cut(Draft draft, State verdict, Running running) {
    var branch = draft.head().root().branch();
    switch (branch) {
      case INPUTS, ADMISSION, VERDICT -> Containers.end(draft, verdict);
      case MAIN, ERRORS, FINALLY, AFTER -> {
        if (waitsForPlace(draft.head().state())) {
          Killing.endRuns(draft);
          Containers.end(draft, verdict);
          return;
        }
        draft.head(it -> Heads.course(it, it.course().ending(verdict, branch)));
        draft.frame(Draft.ROOT, it -> it.ending(it.worst(), true, it.cleanupFailed()));
        endTaskRuns(draft, running);
      }
      // All tasks are over: what they made of the execution gives way to the verdict.
      case OUTPUTS ->
          draft.frame(Draft.ROOT, it -> it.ending(verdict, it.stopped(), it.cleanupFailed()));
      case ON_PAUSE, DONE, LATER -> {}
    }
  }

  private static boolean waitsForPlace(State state) {
    return state == State.CREATED || state == State.QUEUED || state == State.RESTARTED;
  }

  /// An Exit task ends the execution that it is in.
  static void exit(Draft draft, TaskRun exit, State verdict) {
    var done = Runs.state(Runs.state(exit, State.RUNNING, draft.now), State.SUCCESS, draft.now);
    draft.put(done);
    if (verdict == State.KILLED && !draft.head().state().terminal()) {
      Killing.kill(draft, true);
    } else {
      var branch = draft.head().root().branch();
      for (int seq = exit.parent(); seq != Draft.ROOT; seq = draft.run(seq).parent()) {
        draft.frame(seq, it -> it.ending(verdict, true, it.cleanupFailed()));
      }
      draft.head(it -> Heads.course(it, it.course().ending(verdict, branch)));
      draft.frame(Draft.ROOT, it -> it.ending(it.worst(), true, it.cleanupFailed()));
      endTaskRuns(draft, Running.LET_BE);
    }
    Containers.childEnded(draft, done);
  }

  private static void endTaskRuns(Draft draft, Running running) {
    boolean held = Holding.held(draft.head());
    draft.head(head -> Heads.waiting(head, 0, 0));
    Waiting.refresh(draft);
    for (var run : draft.runs()) {
      var now = draft.find(run.seq());
      if (now.isEmpty() || now.get().state().terminal()) {
        continue;
      }
      if (held && Holding.unbegun(now.get())) {
        Killing.end(draft, now.get()); // no job of it has left
        continue;
      }
      if (running == Running.LET_BE && Killing.runs(draft.node(run), now.get())) {
        continue; // containers end by themselves, as their children do
      }
      Killing.kill(draft, run.seq(), false);
    }
    draft.toAdvance(Draft.ROOT);
  }

  /// Whether nothing more of the branch under way may begin.
  static boolean under(Execution head) {
    return head.course().verdict().isPresent() && head.course().cut() == head.root().branch();
  }

  /// What follows a branch of the execution itself that was cut short.
  static Branch after(Branch cut, boolean cleanup) {
    return cleanup && (cut == Branch.MAIN || cut == Branch.ERRORS) ? Branch.FINALLY : Branch.DONE;
  }
}
