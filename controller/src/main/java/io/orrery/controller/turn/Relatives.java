package io.orrery.controller.turn;

import io.orrery.engine.execution.Effect;
import io.orrery.engine.execution.Event;
import io.orrery.engine.execution.TaskRun;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TaskRunId;
import java.util.function.BiConsumer;

/// What executions, and the task runs that started them, have to do with each other. Used by the
/// loop's thread alone.
final class Relatives {

  private final Executions executions;
  private final BiConsumer<TaskRunId, ExecutionId> childWanted;

  Relatives(Executions executions, BiConsumer<TaskRunId, ExecutionId> childWanted) {
    this.executions = executions;
    this.childWanted = childWanted;
  }

  /// A task run waits for an execution that may have to be restarted. Call it after the commit.
  void wanted(TaskRunId by, ExecutionId child) {
    childWanted.accept(by, child);
  }

  /// Sees to a task run that waits for an execution's end though that was told before.
  void wantedAgain(Turn turn, TaskRunId by, ExecutionId child) {
    executions
        .find(by.execution())
        .flatMap(it -> it.run(by.seq()))
        .filter(TaskRun::awaitsChild)
        .ifPresent(_ -> turn.act(() -> wanted(by, child)));
  }

  void killChild(Turn turn, LiveExecution parent, TaskRunId by, ExecutionId child) {
    if (!kill(turn, child) && !killChildren(turn, by)) {
      executions.apply(turn, parent, new Event.ChildGone(by.seq(), turn.now));
    }
  }

  /// Kills what a task run has started and waits for, the newest of each chain.
  ///
  /// @return whether any was under way
  boolean killChildren(Turn turn, TaskRunId parent) {
    boolean any = false;
    for (var child : executions.awaitedBy(parent)) {
      any |= kill(turn, child);
    }
    return any;
  }

  /// @return whether it was under way
  private boolean kill(Turn turn, ExecutionId id) {
    var it = executions.find(id).filter(found -> !found.head().state().terminal());
    it.ifPresent(found -> executions.apply(turn, found, new Event.Kill(true, turn.now)));
    return it.isPresent();
  }

  /// Tells the task run that waits for an execution of its end.
  void tell(Turn turn, Effect.TellParent tell) {
    executions
        .find(tell.parent().execution())
        .ifPresent(
            parent ->
                executions.apply(
                    turn,
                    parent,
                    new Event.ChildEnded(
                        tell.parent().seq(),
                        tell.first(),
                        tell.last(),
                        tell.batch(),
                        tell.again(),
                        tell.state(),
                        tell.outputs(),
                        turn.now)));
  }
}
