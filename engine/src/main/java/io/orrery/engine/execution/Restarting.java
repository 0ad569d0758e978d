package io.orrery.engine.execution;

import io.orrery.engine.execution.Frame.Branch;
import io.orrery.model.flow.Task;
import io.orrery.model.state.State;
import java.util.Map;
import java.util.Optional;

/// Running the failed task runs of an ended execution again (inventory §4.7).
///
/// What ran because of the failure (`errors`, `finally`, tasks after the end) is dropped. Each
/// failed leaf becomes RESTARTED with its attempts kept; each container around it is opened again.
/// The execution is RESTARTED then, and begins when it has a place: [Event.Begin].
final class Restarting {

  private final Draft draft;
  private final Reopening reopening;

  private Restarting(Draft draft) {
    this.draft = draft;
    reopening = new Reopening(draft);
  }

  /// A paused execution goes on as it does when it is resumed without inputs.
  static void restart(Draft draft) {
    if (draft.head().finished()) {
      new Restarting(draft).run();
    } else if (draft.head().state() == State.PAUSED) {
      Pausing.resume(draft, Map.of(), Optional.empty());
      draft.head(Heads::nextAttempt);
    }
  }

  private void run() {
    if (!find(Draft.ROOT) && !cleanupFailed()) {
      return;
    }
    reopening.open(Draft.ROOT, Branch.MAIN);
    reset(draft);
    draft.head(Heads::nextAttempt);
    reopening.finish();
  }

  /// The head of an ended execution that is about to go on.
  static void reset(Draft draft) {
    draft.head(
        head ->
            Heads.error(
                Heads.waiting(Heads.state(head, State.RESTARTED, draft.now), 0, 0),
                Optional.empty()));
    draft.head(head -> Heads.course(head, head.course().again()));
  }

  private boolean cleanupFailed() {
    return draft.head().state() == State.FAILED
        && reopening.children(Draft.ROOT).stream()
            .anyMatch(run -> run.branch() == Branch.FINALLY && failed(run));
  }

  /// Marks what begins again below a container, and opens the containers around it.
  ///
  /// @return whether anything does
  private boolean find(int container) {
    boolean any = false;
    for (var run : reopening.children(container)) {
      if (run.branch() != Branch.MAIN || reopening.dropped(run.seq())) {
        continue;
      }
      if (draft.node(run).task() instanceof Task.WorkingDirectory) {
        any |= wholeGroup(run);
      } else if (!wellAllTheSame(run) && find(run.seq())) {
        any = true;
        Replaying.dropFollowers(draft, reopening, run);
      } else if (failed(run)) {
        any = true;
        // There are some only when people have said that what had ended well has failed.
        Replaying.dropFollowers(draft, reopening, run);
        if (waitsAnew(run)) {
          reopening.dropBelow(run.seq());
          draft.put(Runs.state(Runs.withoutFrame(run), State.RESTARTED, draft.now));
        } else if (run.frame().isPresent() && !draft.node(run).leaf()) {
          // Its cleanup failed, or it was stopped between two children.
          reopening.open(run.seq(), Branch.MAIN);
        } else {
          draft.put(Runs.state(run, State.RESTARTED, draft.now));
        }
      }
    }
    if (any) {
      reopening.open(container, Branch.MAIN);
    }
    return any;
  }

  /// A Pause that failed before it had children waits anew.
  private boolean waitsAnew(TaskRun run) {
    return draft.node(run).task() instanceof Task.Pause
        && reopening.children(run.seq()).stream().noneMatch(it -> it.branch() == Branch.MAIN);
  }

  /// A Loop that does not care how its iterations end has nothing to do again.
  private boolean wellAllTheSame(TaskRun run) {
    return run.state() == State.SUCCESS
        && draft.node(run).task() instanceof Task.Loop loop
        && !loop.transmitFailed();
  }

  /// What shares a folder begins again from the first: the folder is gone.
  private boolean wholeGroup(TaskRun directory) {
    boolean again =
        failed(directory)
            || reopening.children(directory.seq()).stream().anyMatch(it -> failed(it));
    if (again) {
      Replaying.dropFollowers(draft, reopening, directory);
      reopening.dropBelow(directory.seq());
      var tried =
          WorkingDirectories.tried(
              directory, directory.state(), directory.history().currentSince());
      draft.put(Runs.state(Runs.withoutFrame(tried), State.RESTARTED, draft.now));
    }
    return again;
  }

  private static boolean failed(TaskRun run) {
    return run.state() == State.FAILED || run.state() == State.KILLED;
  }
}
