package io.orrery.engine.execution;

import io.orrery.model.state.State;
import java.util.List;

/// Executions that stand still: what runs goes on to its end, nothing begins.
///
/// An execution is held while it waits for a place (QUEUED, also after a restart), while it asks
/// for one (RESTARTED), and from a person's pause to the resume (PAUSED without a paused task run),
/// and before a breakpoint (BREAKPOINT). What would begin meanwhile is only written down: task runs
/// stay CREATED or RESTARTED, containers do not move. [#release] begins all of it, from the records
/// alone.
final class Holding {
  private Holding() {}

  static boolean held(Execution head) {
    return switch (head.state()) {
      case QUEUED, RESTARTED, BREAKPOINT -> true;
      case PAUSED -> head.paused() == 0;
      case CREATED, SUBMITTED, RUNNING, RETRYING, KILLING -> false;
      case SUCCESS, WARNING, FAILED, KILLED, CANCELLED, SKIPPED, RETRIED, RESUBMITTED -> false;
    };
  }

  /// Whether a task run of a held execution has yet to begin: nothing of it is under way.
  static boolean unbegun(TaskRun run) {
    return run.state() == State.CREATED
        || run.state() == State.RESTARTED
        || run.state() == State.BREAKPOINT;
  }

  /// A person stops a running execution. Jobs that were given away are marked so, and finish.
  static void pause(Draft draft) {
    if (draft.head().state() != State.RUNNING) {
      return;
    }
    markGivenAway(draft);
    draft.head(head -> Heads.state(head, State.PAUSED, draft.now));
  }

  /// A breakpoint is reached.
  static void stop(Draft draft, TaskRun run) {
    draft.put(Runs.state(run, State.BREAKPOINT, draft.now));
    markGivenAway(draft);
    draft.head(head -> Heads.state(head, State.BREAKPOINT, draft.now));
  }

  /// What is CREATED afterwards has no job.
  private static void markGivenAway(Draft draft) {
    for (var run : draft.runs()) {
      var node = draft.node(run);
      boolean begun = run.state() == State.CREATED || run.state() == State.RESTARTED;
      if (begun && node.leaf() && !node.needsPreparing()) {
        draft.put(Runs.state(run, State.SUBMITTED, draft.now));
      }
    }
  }

  /// An execution at a breakpoint goes on.
  ///
  /// @param next where it is to stand still from now on
  static void leaveBreakpoint(Draft draft, List<Breakpoint> next) {
    if (draft.head().state() != State.BREAKPOINT) {
      return;
    }
    draft.head(head -> Heads.state(head.stoppingAt(next), State.RUNNING, draft.now));
    Waiting.refresh(draft);
    release(draft);
  }

  /// Lets an execution, whose state is no longer a held one, go on.
  static void release(Draft draft) {
    switch (draft.head().root().branch()) {
      case INPUTS -> {
        draft.effect(new Effect.ResolveInputs());
        return;
      }
      case ADMISSION, VERDICT -> {
        draft.effect(new Effect.Judge(true));
        return;
      }
      case OUTPUTS -> draft.effect(new Effect.RenderOutputs());
      case MAIN, ON_PAUSE, ERRORS, FINALLY, AFTER, DONE, LATER -> {}
    }
    for (var run : draft.runs()) {
      if (Breakpoint.isBefore(draft.head(), run)) { // before anything else begins
        draft.put(Runs.state(run, State.BREAKPOINT, draft.now));
        draft.head(head -> Heads.state(head, State.BREAKPOINT, draft.now));
        return;
      }
    }
    for (var run : draft.runs()) {
      if (!run.state().terminal()) {
        release(draft, run.seq());
      }
    }
    draft.toAdvance(Draft.ROOT);
  }

  private static void release(Draft draft, int seq) {
    if (Holding.held(draft.head()) || draft.head().finished()) {
      return;
    }
    var run = draft.run(seq);
    switch (run.state()) {
      case CREATED, RESTARTED -> Leaves.begin(draft, run);
      case BREAKPOINT -> {
        draft.put(Runs.state(run, State.CREATED, draft.now));
        Leaves.goOn(draft, draft.run(seq));
      }
      case RUNNING -> {
        if (run.frame().isPresent()) {
          draft.toAdvance(seq);
        } else if (!draft.node(run).leaf()) {
          Leaves.begin(draft, run);
        }
      }
      case RETRYING -> {
        if (run.wakeAt().filter(at -> at.isAfter(draft.now)).isEmpty()) {
          Retrying.tryAgain(draft, run);
        }
      }
      case KILLING -> {
        if (run.frame().isPresent()) {
          draft.toAdvance(seq); // its last child may have ended meanwhile
        }
      }
      // Its time may have come meanwhile.
      case PAUSED -> run.wakeAt().ifPresent(at -> draft.effect(new Effect.Wake(seq, at)));
      case SUBMITTED, QUEUED -> {}
      case SUCCESS, WARNING, FAILED, KILLED, CANCELLED, SKIPPED, RETRIED, RESUBMITTED -> {}
    }
  }
}
