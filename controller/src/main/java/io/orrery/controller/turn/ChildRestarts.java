package io.orrery.controller.turn;

import io.orrery.controller.Orchestrator.Refused;
import io.orrery.engine.execution.Event;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.TaskRun;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TaskRunId;
import java.util.Optional;

/// Executions that others wait for, restarted because those were (`restartBehavior` of a Subflow).
/// Used by the loop's thread alone.
///
/// The wish is in the parent's record: a task run that waits for an execution that is not under
/// way. So it is seen again after a crash, and meeting it twice does no harm.
final class ChildRestarts {

  private final Executions executions;
  private final Acting acting;
  private final Outside outside;
  private final Mailbox mailbox;

  ChildRestarts(Executions executions, Acting acting, Outside outside, Mailbox mailbox) {
    this.executions = executions;
    this.acting = acting;
    this.outside = outside;
    this.mailbox = mailbox;
  }

  /// Reads the child unless it is under way. Call it after the commit.
  void wanted(TaskRunId parent, ExecutionId child) {
    if (executions.find(child).isEmpty()) {
      outside.read(
          child, records -> mailbox.post(new Command.RestartChild(parent, child, records)));
    }
  }

  void restart(Turn turn, TaskRunId parentRun, ExecutionId child, Optional<Records> records) {
    var parent = executions.find(parentRun.execution());
    var waiting = parent.flatMap(it -> it.run(parentRun.seq())).filter(TaskRun::awaitsChild);
    if (waiting.isEmpty() || executions.find(child).isPresent()) {
      return;
    }
    if (records.isEmpty() || executions.removed(child)) {
      executions.apply(turn, parent.get(), new Event.ChildGone(parentRun.seq(), turn.now));
      return;
    }
    var head = executions.over(child).orElse(records.get().whole().execution());
    switch (head.state()) {
      case RETRIED -> {
        // The last of its chain stands for it.
        var first = waiting.get().child().orElse(child);
        turn.act(
            () -> outside.readLastOfChain(first, last -> wantedInstead(parentRun, child, last)));
      }
      case SUCCESS, WARNING, SKIPPED, RESUBMITTED -> tell(turn, parent.get(), waiting.get(), head);
      case FAILED, KILLED, CANCELLED -> {
        try {
          acting.act(turn, child, records, new Action.Restart());
        } catch (Refused _) {
          executions.apply(turn, parent.get(), new Event.ChildGone(parentRun.seq(), turn.now));
        } catch (Records.Stale _) {
          turn.act(() -> wanted(parentRun, child));
        }
      }
      case CREATED, SUBMITTED, QUEUED, RUNNING, PAUSED, RESTARTED, RETRYING, KILLING, BREAKPOINT ->
          turn.act(() -> wanted(parentRun, child)); // it ended since it was read
    }
  }

  /// @param child was tried again by another one, made in the same commit
  /// @param last of its chain; when none came after `child`, that one was removed, and with it what
  ///   could be restarted
  private void wantedInstead(TaskRunId parent, ExecutionId child, Optional<Records> last) {
    var later = last.filter(it -> !it.whole().execution().id().equals(child));
    var id = later.map(it -> it.whole().execution().id()).orElse(child);
    mailbox.post(new Command.RestartChild(parent, id, later));
  }

  /// Somebody has mended the child meanwhile.
  private void tell(Turn turn, LiveExecution parent, TaskRun waiting, Execution child) {
    waiting
        .child()
        .ifPresent(
            first ->
                executions.apply(
                    turn,
                    parent,
                    new Event.ChildEnded(
                        waiting.seq(),
                        first,
                        child.id(),
                        child.state(),
                        child.outputs(),
                        turn.now)));
  }
}
