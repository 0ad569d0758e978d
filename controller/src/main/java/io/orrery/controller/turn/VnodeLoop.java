package io.orrery.controller.turn;

import io.orrery.controller.Orchestrator.Refused;
import io.orrery.engine.execution.Event;
import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.History;
import io.orrery.model.state.State;
import io.orrery.rpc.JobResult;
import io.orrery.rpc.LogBatch;
import io.orrery.store.lease.Lease;
import io.orrery.store.vnode.LogChunk;
import io.orrery.store.vnode.MetricRow;
import io.orrery.store.vnode.VnodeStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The loop of the vnodes that one lease covers: commands in, one transaction, then what is to be
/// done about it.
///
/// ```
/// commands -> decide (memory only) -> commit (one transaction, fenced by the epoch) -> act -> answer
/// ```
///
/// [#turn] never waits but for the commit, and never runs what a user wrote. All vnodes of a node
/// share the transaction of a turn, so a message between two of them is simply the next thing
/// decided in it. Called by one thread.
public final class VnodeLoop {

  private static final Logger log = LoggerFactory.getLogger(VnodeLoop.class);

  /// Commands of one turn: more make a commit long without making it cheaper.
  static final int BATCH_MAX = 500;

  private final VnodeStore store;
  private final Lease lease;
  private final int vnodes;
  private final InstantSource clock;
  private final Mailbox mailbox;
  private final Timers timers;
  private final Executions executions;
  private final Acting acting;
  private final ChildRestarts children;
  private final Triggering triggering;
  private final WorkerTriggers onWorkers;
  private final Backfilling backfilling;
  private final FlowTriggering flowTriggering;
  private final FlowSaves flowSaves;
  private final Runnable pump;
  private final Consumer<Iterable<ExecutionId>> watchers;

  /// A turn that was decided and whose commit the database has not answered.
  private @Nullable Turn uncommitted;

  /// What a loop is made of.
  ///
  /// @param pump sends waiting jobs to the worker, at the end of each turn
  /// @param watchers told of the executions that a commit touched
  record Parts(
      VnodeStore store,
      Lease lease,
      int vnodes,
      InstantSource clock,
      Mailbox mailbox,
      Timers timers,
      Executions executions,
      Acting acting,
      ChildRestarts children,
      Triggering triggering,
      WorkerTriggers onWorkers,
      Backfilling backfilling,
      FlowTriggering flowTriggering,
      FlowSaves flowSaves,
      Runnable pump,
      Consumer<Iterable<ExecutionId>> watchers) {}

  VnodeLoop(Parts parts) {
    store = parts.store();
    lease = parts.lease();
    vnodes = parts.vnodes();
    clock = parts.clock();
    mailbox = parts.mailbox();
    timers = parts.timers();
    executions = parts.executions();
    acting = parts.acting();
    children = parts.children();
    triggering = parts.triggering();
    onWorkers = parts.onWorkers();
    backfilling = parts.backfilling();
    flowTriggering = parts.flowTriggering();
    flowSaves = parts.flowSaves();
    pump = parts.pump();
    watchers = parts.watchers();
  }

  /// Puts everything back under way that the rows say is unfinished.
  public void takeOver() {
    var loaded = store.load(lease.vnodes());
    var turn = new Turn(clock.instant(), vnodes);
    triggering.know(loaded.triggers());
    flowTriggering.load(turn, store.listening(lease.vnodes()));
    for (var whole : loaded.executions()) {
      var values = new HashMap<Integer, List<String>>();
      for (var run : whole.taskRuns()) {
        if (run.frame().isPresent()) {
          values.put(run.seq(), store.loopValues(run.id()));
        }
      }
      executions.load(turn, whole, values);
    }
    followUps(turn);
    triggering.load(turn, loaded.triggers(), this::isLive);
    followUps(turn);
    commit(turn);
    if (!loaded.executions().isEmpty()) {
      log.info(
          "took over {} unfinished executions and {} triggers",
          loaded.executions().size(),
          loaded.triggers().size());
    }
  }

  /// One bounded pass.
  ///
  /// @return how many commands it handled
  /// @throws VnodeStore.StoreUnavailable the database did not answer: what was decided is kept, and
  ///   the next call commits it before anything else
  /// @throws VnodeStore.LeaseLost another owner is there: this loop is over, and what it holds in
  ///   memory means nothing
  public int turn() {
    if (uncommitted != null) {
      commit(uncommitted);
    }
    var now = clock.instant();
    var due = timers.due(now, BATCH_MAX);
    var posted = mailbox.drain(BATCH_MAX);
    if (due.isEmpty() && posted.isEmpty()) {
      return 0;
    }
    var turn = new Turn(now, vnodes);
    due.forEach(command -> guarded(turn, command));
    posted.forEach(command -> guarded(turn, command));
    commit(turn);
    return due.size() + posted.size();
  }

  /// How long until a timer is due; empty when none is armed.
  public Optional<Duration> untilNext() {
    return timers
        .next()
        .map(
            at -> {
              var wait = Duration.between(clock.instant(), at);
              return wait.isNegative() ? Duration.ZERO : wait;
            });
  }

  private void commit(Turn turn) {
    if (!turn.changes.isEmpty()) {
      uncommitted = turn;
      try {
        store.commit(lease, turn.touchedVnodes(), turn.changes);
      } catch (VnodeStore.StoreUnavailable e) {
        throw e;
      } catch (RuntimeException e) {
        turn.failed(e);
        throw e;
      }
      uncommitted = null;
    }
    turn.afterCommit();
    pump.run();
    onWorkers.pump();
    if (!turn.touchedExecutions().isEmpty()) {
      watchers.accept(turn.touchedExecutions());
    }
  }

  /// A command that breaks an invariant is dropped, loudly: it must not stop the others.
  private void guarded(Turn turn, Command command) {
    try {
      handle(turn, command);
    } catch (RuntimeException e) {
      log.error("dropped a command that cannot be: {}", command, e);
    }
  }

  private void handle(Turn turn, Command command) {
    switch (command) {
      case Command.Create(var execution, var failure, var answer) ->
          answered(
              turn,
              answer,
              () -> {
                triggering.refuseStopped(execution);
                executions.create(turn, execution, failure);
                return executions.created(execution);
              });
      case Command.Happened(var id, var event) -> executions.happened(turn, id, at(turn, event));
      case Command.Ended(var result, var answer) -> ended(turn, result, answer);
      case Command.Started(var id, long epoch, var event) -> {
        if (epoch == lease.epoch()) {
          executions.happened(turn, id, event);
        }
      }
      case Command.Logs(var batch) -> logs(turn, batch);
      case Command.Kill(var id, var cascade, var answer) ->
          answered(
              turn,
              answer,
              () -> {
                executions.kill(turn, id, cascade);
                return head(id);
              });
      case Command.Resume(var id, var inputs, var by, var answer) ->
          answered(
              turn,
              answer,
              () -> {
                int before = acting.statesOf(id, Optional.empty());
                executions.resume(turn, id, inputs, by);
                return asAccepted(head(id), before);
              });
      case Command.Act(var id, var records, var action, var answer) ->
          answered(
              turn,
              answer,
              () -> {
                int before = acting.statesOf(id, records);
                acting.act(turn, id, records, action);
                return asAccepted(head(id), before);
              });
      case Command.Repeat(var copy, var from, var values, var answer) ->
          answered(
              turn,
              answer,
              () -> {
                acting.repeat(turn, new Acting.Repetition(copy, from, values));
                return asAccepted(head(copy.head().id()), copy.head().history().changes().size());
              });
      case Command.RestartChild(var parent, var child, var records) ->
          children.restart(turn, parent, child, records);
      case Command.Delete(var id, var flow, var removal, var answer) ->
          answered(turn, answer, () -> acting.delete(turn, id, flow, removal));
      case Command.SaveFlow(var flow, var source, var answer) ->
          answered(turn, answer, () -> flowSaves.save(turn, flow, source));
      case Command.DeleteFlow(var flow, var answer) ->
          answered(turn, answer, () -> flowSaves.delete(turn, flow));
      case Command.TriggerDue(var trigger, var cause) -> triggering.due(turn, trigger, cause);
      case Command.SetTriggerDisabled(var trigger, var disabled, var answer) ->
          answered(turn, answer, () -> triggering.setDisabled(turn, trigger, disabled));
      case Command.ChangeTrigger(var trigger, var change, var answer) ->
          answered(turn, answer, () -> triggering.change(turn, trigger, change));
      case Command.RunTrigger(var trigger, var overlap, var answer) ->
          answered(
              turn,
              answer,
              () -> {
                var id = triggering.runNow(turn, trigger, overlap);
                followUps(turn);
                return head(id);
              });
      case Command.HolderGone(var trigger, var execution, var answer) ->
          answered(
              turn,
              answer,
              () -> !isLive(execution) && triggering.holderGone(turn, trigger, execution));
      case Command.ChangeBackfill(var trigger, var change, var answer) ->
          answered(turn, answer, () -> backfilling.change(turn, trigger, change));
      case Command.BackfillDue(var trigger) -> backfilling.due(turn, trigger);
      case Command.BackfillJudged(var trigger, var verdicts) ->
          backfilling.judged(turn, trigger, verdicts);
      case Command.TriggerJudged answer -> triggering.judged(turn, answer);
      case Command.Looked(var look, var seen) -> flowTriggering.looked(turn, look, seen);
      case Command.WindowOver(var window) -> flowTriggering.windowOver(turn, window);
      case Command.EvaluationDue(var trigger) -> onWorkers.due(turn, trigger);
      case Command.TriggerTold told -> told(turn, told);
      case Command.TriggerLogs(var trigger, var lines) -> triggerLogs(turn, trigger, lines);
      case Command.Nudge _ -> {}
    }
    followUps(turn);
  }

  private static void followUps(Turn turn) {
    for (var next = turn.nextFollowUp(); next.isPresent(); next = turn.nextFollowUp()) {
      next.get().run();
    }
  }

  /// A refusal is an answer like any other; a broken invariant is told to the caller as well, and
  /// thrown.
  private static <T> void answered(Turn turn, CompletableFuture<T> answer, Supplier<T> work) {
    try {
      var value = work.get();
      followUps(turn);
      turn.answer(answer, value);
    } catch (Refused | Records.Stale | VnodeStore.StoreUnavailable e) {
      turn.refuse(answer, e); // flows are read before anything is decided: nothing is half done
    } catch (RuntimeException e) {
      turn.refuse(answer, e);
      throw e;
    }
  }

  /// What who restarts or resumes is told, as Kestra's clients expect it: RESTARTED, whatever came
  /// of it in the same turn.
  ///
  /// @param before how many states it had had before
  private static Execution asAccepted(Execution execution, int before) {
    var changes = execution.history().changes();
    for (int i = changes.size() - 1; i >= before; i--) {
      if (changes.get(i).state() == State.RESTARTED) {
        return execution.with(new History(changes.subList(0, i + 1)));
      }
    }
    return execution;
  }

  private boolean isLive(ExecutionId id) {
    return executions.find(id).filter(it -> !it.head().state().terminal()).isPresent();
  }

  private Execution head(ExecutionId id) {
    return executions.lastKnown(id);
  }

  /// A timer's event happens when it is handled, not when it was due.
  private static Event at(Turn turn, Event event) {
    return switch (event) {
      case Event.Begin _ -> new Event.Begin(turn.now);
      case Event.WakeUp it -> new Event.WakeUp(it.seq(), turn.now);
      case Event.Continue it -> new Event.Continue(it.container(), turn.now);
      case Event.DeadlineDue _ -> new Event.DeadlineDue(turn.now);
      case Event.InputsResolved _,
          Event.Enqueue _,
          Event.TurnAway _,
          Event.Prepared _,
          Event.JobStarted _,
          Event.JobEnded _,
          Event.Told _,
          Event.ChildEnded _,
          Event.Collected _,
          Event.Judged _,
          Event.OutputsRendered _,
          Event.ListenerJudged _,
          Event.ChildGone _,
          Event.Kill _,
          Event.Pause _,
          Event.LeaveBreakpoint _,
          Event.Resume _,
          Event.Restart _,
          Event.Replay _,
          Event.Mark _,
          Event.ChangeStatus _,
          Event.Relabel _,
          Event.Abandon _ ->
          event;
    };
  }

  private void told(Turn turn, Command.TriggerTold told) {
    try {
      onWorkers.told(turn, told);
    } catch (RuntimeException e) {
      turn.refuse(told.answer(), e); // the worker keeps it and sends it again
      throw e;
    }
  }

  private static void triggerLogs(Turn turn, TriggerId trigger, List<LogBatch.Line> lines) {
    turn.touches(trigger.flow());
    turn.changes.add(
        new LogChunk(
            trigger.flow(), Optional.empty(), -1, "", 0, Optional.of(trigger.id()), lines(lines)));
  }

  private static List<LogChunk.Line> lines(List<LogBatch.Line> lines) {
    return lines.stream()
        .map(line -> new LogChunk.Line(line.at(), line.level(), line.thread(), line.message()))
        .toList();
  }

  private void ended(Turn turn, JobResult result, CompletableFuture<Void> answer) {
    try {
      taken(turn, result);
      turn.acknowledge(answer);
    } catch (RuntimeException e) {
      turn.refuse(answer, e); // the worker keeps it and sends it again
      throw e;
    }
  }

  private void taken(Turn turn, JobResult result) {
    var id = result.taskRun().execution();
    var execution = executions.find(id);
    if (result.epoch() != lease.epoch() || execution.isEmpty()) {
      return; // refused for good: a newer owner has sent the job anew, or it is over
    }
    var task = taskId(execution.get(), result.taskRun());
    boolean meant =
        executions.happened(
            turn,
            id,
            new Event.JobEnded(
                result.taskRun().seq(),
                result.attempt(),
                result.state(),
                result.outputs(),
                result.logFile(),
                result.startedAt(),
                notBefore(turn.now, result.endedAt())));
    if (!meant) {
      return; // what was told before counts once
    }
    for (var metric : result.metrics()) {
      turn.changes.add(
          new MetricRow(
              execution.get().head().fixed().flow(),
              result.taskRun(),
              task,
              metric.kind(),
              metric.name(),
              metric.value(),
              metric.tags(),
              metric.at()));
    }
  }

  /// A worker's clock may run ahead of this one's, never a history.
  private static Instant notBefore(Instant now, Instant at) {
    return at.isAfter(now) ? now : at;
  }

  private static String taskId(LiveExecution execution, TaskRunId run) {
    return execution.run(run.seq()).map(it -> it.taskId()).orElse("");
  }

  private static void logs(Turn turn, LogBatch batch) {
    turn.touches(batch.flow());
    turn.touches(batch.taskRun().execution());
    turn.changes.add(
        new LogChunk(
            batch.flow(),
            Optional.of(batch.taskRun().execution()),
            batch.taskRun().seq(),
            batch.taskId(),
            batch.attempt(),
            Optional.empty(),
            lines(batch.lines())));
  }
}
