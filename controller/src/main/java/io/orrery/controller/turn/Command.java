package io.orrery.controller.turn;

import io.orrery.controller.Orchestrator.BackfillChange;
import io.orrery.controller.Orchestrator.BackfillPreview;
import io.orrery.controller.Orchestrator.Cascade;
import io.orrery.controller.Orchestrator.Overlap;
import io.orrery.controller.Orchestrator.Removal;
import io.orrery.controller.Orchestrator.TriggerChange;
import io.orrery.engine.execution.Event;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Replaying;
import io.orrery.engine.trigger.BackfillEvent;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.Verdict;
import io.orrery.engine.window.GatheringState;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.FlowRevision;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.rpc.JobResult;
import io.orrery.rpc.LogBatch;
import io.orrery.rpc.TriggerNews;
import io.orrery.store.vnode.Look;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// An event on its way to a vnode. Those that somebody waits for carry the answer, which is given
/// after the commit.
public sealed interface Command {

  /// The execution or trigger that it is about, when the node itself has told it; empty for what
  /// somebody asks, who is told when it fails.
  default Optional<Object> subject() {
    return switch (this) {
      case Happened it -> Optional.of(it.execution());
      case Ended it -> Optional.of(it.result().taskRun().execution());
      case Started it -> Optional.of(it.execution());
      case RestartChild it -> Optional.of(it.child());
      case TriggerDue it -> Optional.of(it.trigger());
      case TriggerJudged it -> Optional.of(it.trigger());
      case BackfillDue it -> Optional.of(it.trigger());
      case BackfillJudged it -> Optional.of(it.trigger());
      case Looked it -> Optional.of(it.look());
      case WindowOver it -> Optional.of(it.window());
      case Create _, Kill _, Resume _, Act _, Repeat _, Delete _, SaveFlow _, DeleteFlow _ ->
          Optional.empty();
      case EvaluationDue it -> Optional.of(it.trigger());
      case TriggerTold _, TriggerLogs _ -> Optional.empty();
      case ChangeTrigger _, RunTrigger _, HolderGone _ -> Optional.empty();
      case SetTriggerDisabled _, ChangeBackfill _, PreviewBackfill _ -> Optional.empty();
      case Logs _, LoadTriggers _, Recovery _, Nudge _ -> Optional.empty();
    };
  }

  /// A new execution. When one of this id is there already, that one is the answer.
  ///
  /// @param failure why it fails without having run; empty when it runs
  record Create(Execution execution, Optional<String> failure, CompletableFuture<Execution> answer)
      implements Command {
    public Create(Execution execution, CompletableFuture<Execution> answer) {
      this(execution, Optional.empty(), answer);
    }
  }

  /// Something happened to an execution, told by this node itself.
  record Happened(ExecutionId execution, Event event) implements Command {}

  /// A worker's result. Answered once it is committed, or is known to mean nothing.
  record Ended(JobResult result, CompletableFuture<Void> answer) implements Command {}

  /// A worker has been at a job for a moment.
  record Started(ExecutionId execution, long epoch, Event.JobStarted event) implements Command {}

  record Logs(LogBatch batch) implements Command {}

  record Kill(ExecutionId execution, Cascade cascade, CompletableFuture<Execution> answer)
      implements Command {}

  /// @param by who lets it go on; empty when nobody knows
  record Resume(
      ExecutionId execution,
      Map<String, Object> inputs,
      Optional<String> by,
      CompletableFuture<Execution> answer)
      implements Command {}

  /// Somebody acts upon an execution.
  ///
  /// @param records as they were read for this; empty when there are none
  record Act(
      ExecutionId execution,
      Optional<Records> records,
      Action action,
      CompletableFuture<Execution> answer)
      implements Command {}

  /// A copy of an ended execution goes on.
  ///
  /// @param from the task run to go on from; absent: those that failed
  /// @param loopValues of the copied loops, by seq
  record Repeat(
      Replaying.Copy copy,
      Optional<Integer> from,
      Map<Integer, List<String>> loopValues,
      CompletableFuture<Execution> answer)
      implements Command {}

  /// The execution that a task run waits for was read, in order to be restarted.
  record RestartChild(TaskRunId parent, ExecutionId child, Optional<Records> records)
      implements Command {}

  record Delete(
      ExecutionId execution, FlowId flow, Removal removal, CompletableFuture<Boolean> answer)
      implements Command {}

  record SaveFlow(Flow flow, String source, CompletableFuture<FlowRevision> answer)
      implements Command {}

  record DeleteFlow(FlowId flow, CompletableFuture<Boolean> answer) implements Command {}

  /// A slot of the trigger may be due.
  record TriggerDue(TriggerId trigger, Cause cause) implements Command {}

  /// The next schedules come into memory.
  record LoadTriggers() implements Command {}

  /// @param recover what becomes of the slots since it was disabled, when it is enabled
  record SetTriggerDisabled(
      TriggerId trigger, boolean disabled, Recover recover, CompletableFuture<Boolean> answer)
      implements Command {

    /// Nothing is made up for.
    public SetTriggerDisabled(
        TriggerId trigger, boolean disabled, CompletableFuture<Boolean> answer) {
      this(trigger, disabled, Recover.NONE, answer);
    }
  }

  /// Conditions of a schedule were judged for slots that were due `at` an instant.
  ///
  /// @param late how many late ones might fire
  record TriggerJudged(
      TriggerId trigger, Cause cause, Instant at, int late, Map<Instant, Verdict> verdicts)
      implements Command {}

  record ChangeTrigger(
      TriggerId trigger, TriggerChange change, CompletableFuture<TriggerState> answer)
      implements Command {}

  record RunTrigger(TriggerId trigger, Overlap overlap, CompletableFuture<Execution> answer)
      implements Command {}

  /// A trigger seems to wait for an execution that has ended or is not there.
  record HolderGone(TriggerId trigger, ExecutionId execution, CompletableFuture<Boolean> answer)
      implements Command {}

  record ChangeBackfill(
      TriggerId trigger, BackfillChange change, CompletableFuture<TriggerState> answer)
      implements Command {}

  record PreviewBackfill(
      TriggerId trigger, BackfillChange.Begin backfill, CompletableFuture<BackfillPreview> answer)
      implements Command {}

  /// The backfill of a trigger may go on.
  record BackfillDue(TriggerId trigger) implements Command {}

  /// Conditions of a schedule were judged for slots of its backfill.
  ///
  /// @param asked the event without them
  record BackfillJudged(TriggerId trigger, BackfillEvent.Due asked, Map<Instant, Verdict> verdicts)
      implements Command {}

  /// A change of state that a Flow trigger had to render for was looked at.
  record Looked(Look look, Optional<Outside.Seen> seen) implements Command {}

  /// The time of a Flow trigger's window is up.
  record WindowOver(GatheringState.Key window) implements Command {}

  /// Late triggers may fire, as far as their rates allow.
  record Recovery() implements Command {}

  /// A trigger that runs on a worker may be due.
  record EvaluationDue(TriggerId trigger) implements Command {}

  /// A worker's news of a trigger. Answered once it is committed, with whether it was believed.
  ///
  /// @param verdicts of what it found, in order; empty while that was not judged
  record TriggerTold(
      TriggerNews news, Optional<List<Verdict>> verdicts, CompletableFuture<Boolean> answer)
      implements Command {}

  record TriggerLogs(TriggerId trigger, List<LogBatch.Line> lines) implements Command {
    public TriggerLogs {
      lines = List.copyOf(lines);
    }
  }

  /// Nothing but a turn: a worker has room again.
  record Nudge() implements Command {}
}
