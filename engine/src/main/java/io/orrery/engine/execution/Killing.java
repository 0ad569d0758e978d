package io.orrery.engine.execution;

import io.orrery.engine.plan.Node;
import io.orrery.model.flow.Task;
import io.orrery.model.state.State;
import java.util.Optional;

/// Ending an execution early. What a worker runs is told to stop and reports; everything else ends
/// at once; the containers end from the inside out as their last child does.
final class Killing {
  private Killing() {}

  static void kill(Draft draft, boolean cascade) {
    switch (draft.head().state()) {
      case CREATED, QUEUED -> {
        endRuns(draft);
        Containers.end(draft, State.KILLED);
      }
      case RUNNING, PAUSED, RETRYING, RESTARTED, SUBMITTED, BREAKPOINT -> {
        boolean held = Holding.held(draft.head());
        draft.head(head -> Heads.waiting(Heads.state(head, State.KILLING, draft.now), 0, 0));
        for (var run : draft.runs()) {
          if (run.state().terminal()) {
            continue;
          }
          if (held && Holding.unbegun(run)) {
            end(draft, run); // no job of it has left
          } else {
            kill(draft, run.seq(), cascade);
          }
        }
        draft.toAdvance(Draft.ROOT);
      }
      case KILLING -> {}
      case SUCCESS, WARNING, FAILED, KILLED, CANCELLED, SKIPPED, RETRIED, RESUBMITTED -> {}
    }
  }

  /// Ends one task run, whatever it is.
  static void kill(Draft draft, int seq, boolean cascade) {
    var run = draft.run(seq);
    if (run.state() == State.KILLING) { // asked already
      if (container(draft.node(run), run)) {
        draft.toAdvance(seq);
      }
      return;
    }
    var node = draft.node(run);
    if (withWorker(node, run)) {
      draft.put(Runs.state(run, State.KILLING, draft.now));
      draft.effect(new Effect.StopJob(seq, run.attempt()));
      return;
    }
    if (node.task() instanceof Task.Subflow && cascade && run.awaitsChild()) {
      draft.put(Runs.state(run, State.KILLING, draft.now));
      draft.effect(new Effect.KillChild(seq, run.child().get()));
      return;
    }
    if (Batches.is(node) && cascade && Batches.live(run) > 0) {
      draft.put(Runs.state(run, State.KILLING, draft.now));
      draft.effect(new Effect.KillChildren(seq));
      return;
    }
    if (container(node, run)) {
      draft.put(Runs.state(run, State.KILLING, draft.now));
      if (WorkingDirectories.jobUnderWay(node, run)) {
        draft.effect(new Effect.StopJob(seq, run.job()));
      }
      draft.toAdvance(seq);
      return;
    }
    end(draft, tried(node, run, draft));
  }

  static void end(Draft draft, TaskRun run) {
    var killing = Runs.state(run, State.KILLING, draft.now);
    draft.put(Runs.wakeAt(Runs.state(killing, State.KILLED, draft.now), Optional.empty()));
    Containers.childEnded(draft, draft.run(run.seq()));
  }

  /// Whether something is at it: a worker, another execution, its children.
  static boolean runs(Node node, TaskRun run) {
    return withWorker(node, run)
        || run.awaitsChild()
        || (Batches.is(node) && Batches.live(run) > 0)
        || container(node, run);
  }

  /// Whether a job of it may be with a worker, or on its way there.
  private static boolean withWorker(Node node, TaskRun run) {
    boolean workersTask =
        switch (node.task()) {
          case Task.PluginTask _ -> true;
          case Task.Sequential _,
              Task.AllowFailure _,
              Task.WorkingDirectory _,
              Task.Parallel _,
              Task.Dag _,
              Task.If _,
              Task.Switch _,
              Task.ForEach _,
              Task.Subflow _,
              Task.Pause _,
              Task.LoopUntil _,
              Task.Loop _,
              Task.ForEachItem _,
              Task.Part _,
              Task.Deed _ ->
              false;
        };
    boolean unprepared =
        node.needsPreparing() && (run.state() == State.CREATED || run.state() == State.RESTARTED);
    return workersTask && !unprepared && Leaves.dispatched(run);
  }

  /// What has left is a try that is over, though nobody will report it: after a restart the next
  /// one has another number, so neither its late result nor its child can be taken for the new
  /// one's.
  private static TaskRun tried(Node node, TaskRun run, Draft draft) {
    boolean left =
        withWorker(node, run)
            || (Batches.is(node) && run.state() == State.RUNNING)
            || (node.task() instanceof Task.Subflow
                && run.child().isPresent()
                && run.state() == State.RUNNING);
    return left
        ? Runs.attempt(run, State.KILLED, run.history().currentSince(), draft.now, Optional.empty())
        : run;
  }

  /// A pause has a frame before its children begin; it waits all the same.
  private static boolean container(Node node, TaskRun run) {
    return !Batches.is(node) && run.frame().isPresent() && run.state() != State.PAUSED;
  }

  /// Of an execution that waits for its place after a restart: nothing of it is under way, and the
  /// next restart finds what did not begin.
  static void endRuns(Draft draft) {
    for (var run : draft.runs()) {
      if (!run.state().terminal()) {
        draft.put(Runs.wakeAt(Runs.state(run, State.KILLED, draft.now), Optional.empty()));
      }
    }
  }

  /// The execution is about to be removed.
  static void abandon(Draft draft) {
    boolean ended = draft.head().state().terminal();
    stopEverything(draft);
    if (!ended) {
      Containers.end(draft, State.KILLED);
    }
    if (!draft.head().finished()) {
      draft.frame(Draft.ROOT, it -> it.entering(Frame.Branch.DONE));
      draft.effect(new Effect.Finished());
    }
  }

  /// The execution ends now, whatever still lives: jobs are told to stop, and their reports will
  /// mean nothing.
  static void stopEverything(Draft draft) {
    for (var run : draft.runs()) {
      if (run.state().terminal()) {
        continue;
      }
      var node = draft.node(run);
      if (withWorker(node, run) || WorkingDirectories.jobUnderWay(node, run)) {
        draft.effect(new Effect.StopJob(run.seq(), run.job()));
      }
      WorkingDirectories.release(draft, run);
      run.child().ifPresent(child -> draft.effect(new Effect.KillChild(run.seq(), child)));
      if (Batches.is(node)) {
        draft.effect(new Effect.KillChildren(run.seq()));
      }
      var tried = tried(node, run, draft);
      draft.put(Runs.wakeAt(Runs.state(tried, State.KILLED, draft.now), Optional.empty()));
    }
  }
}
