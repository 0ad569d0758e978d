package io.orrery.engine.execution;

import io.orrery.engine.execution.Frame.Branch;
import io.orrery.engine.plan.Node;
import io.orrery.model.flow.Task;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.Optional;

/// Tasks that share a folder on one worker.
///
/// A WorkingDirectory is a sequence with two jobs of its own: one that makes the folder and brings
/// files into it, before the main tasks ([Branch#INPUTS]); and, when there is something to keep,
/// one after them ([Branch#OUTPUTS]). Everything else about its tasks is as anywhere.
///
/// A folder lives as long as its worker. A job that does not find it there says so, and then the
/// group begins anew from its first task: half a folder is never worked on. That counts as a try of
/// the WorkingDirectory.
final class WorkingDirectories {
  private WorkingDirectories() {}

  static void open(Draft draft, TaskRun run) {
    var running = Runs.state(run, State.RUNNING, draft.now);
    draft.put(Runs.frame(running, Frame.START.entering(Branch.INPUTS)));
    draft.effect(new Effect.Dispatch(run.seq()));
  }

  /// Whether a job of the WorkingDirectory itself may be with a worker.
  static boolean jobUnderWay(Node node, TaskRun run) {
    return node.task() instanceof Task.WorkingDirectory
        && Leaves.dispatched(run)
        && run.frame()
            .filter(it -> it.branch() == Branch.INPUTS || it.branch() == Branch.OUTPUTS)
            .isPresent();
  }

  /// Whether something of the folder is to be kept.
  static boolean keeps(Draft draft, int container) {
    return container != Draft.ROOT
        && draft.node(draft.run(container)).task() instanceof Task.WorkingDirectory it
        && it.keeps();
  }

  /// The job before the main tasks, or the one after them, is over.
  static void jobEnded(Draft draft, TaskRun run, Event.JobEnded event) {
    int seq = run.seq();
    if (draft.stopping()) {
      Containers.leaveBranch(draft, seq, draft.frame(seq));
      return;
    }
    switch (event.state()) {
      case RESUBMITTED -> beginAnew(draft, run);
      case SUCCESS, WARNING -> {
        draft.put(Runs.outputs(run, event.outputs()));
        moveOn(draft, seq);
      }
      default -> {
        draft.frame(
            seq,
            it -> it.ending(Containers.worse(it.worst(), event.state()), true, it.cleanupFailed()));
        moveOn(draft, seq);
      }
    }
  }

  private static void moveOn(Draft draft, int seq) {
    var frame = draft.frame(seq);
    if (frame.branch() == Branch.INPUTS && frame.worst() == State.SUCCESS) {
      draft.frame(seq, it -> it.entering(Branch.MAIN));
      draft.toAdvance(seq);
      return;
    }
    // Without a folder there is nothing to keep: as if that were over as well.
    draft.frame(seq, it -> it.entering(Branch.OUTPUTS));
    Containers.leaveBranch(draft, seq, draft.frame(seq));
  }

  /// The folder that this task works in is gone, with what those before it made there.
  ///
  /// @return false when that makes no difference any more
  static boolean lost(Draft draft, TaskRun child) {
    if (draft.stopping() || child.parent() == Draft.ROOT || child.branch() != Branch.MAIN) {
      return false;
    }
    var around = draft.run(child.parent());
    if (!(draft.node(around).task() instanceof Task.WorkingDirectory)) {
      return false;
    }
    beginAnew(draft, around);
    return true;
  }

  private static void beginAnew(Draft draft, TaskRun run) {
    draft.log(
        run.seq(),
        LogLevel.WARN,
        "The worker that held the shared folder is gone, and the folder with it: the tasks of '"
            + run.taskId()
            + "' begin anew");
    draft.empty(run.seq());
    var again = tried(run, State.RESUBMITTED, draft.now);
    draft.put(Runs.frame(again, Frame.START.entering(Branch.INPUTS)));
    draft.effect(new Effect.Dispatch(run.seq()));
  }

  /// With one more try that is over, so that no job of before can be taken for one to come.
  static TaskRun tried(TaskRun run, State state, Instant at) {
    var from = run.attempts().isEmpty() ? run.history().startedAt() : lastEnd(run);
    return Runs.attempt(run, state, from, at, Optional.empty());
  }

  private static Instant lastEnd(TaskRun run) {
    return run.attempts().getLast().history().currentSince();
  }

  /// The folder has served its purpose.
  static void release(Draft draft, TaskRun run) {
    if (draft.node(run).task() instanceof Task.WorkingDirectory && run.frame().isPresent()) {
      draft.effect(new Effect.ReleaseFolder(run.seq()));
    }
  }
}
