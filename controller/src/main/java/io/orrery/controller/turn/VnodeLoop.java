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
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final VnodeStore store;
  private final Lease lease;
  private final int vnodes;
  private final InstantSource clock;
  private final Mailbox mailbox;
  private final Consumer<Iterable<ExecutionId>> watchers;
  private final Supplier<Parts> memory;
  private final Deferrals deferrals = new Deferrals();

  /// Executions that cannot be put back under way.
  private final Set<ExecutionId> unloadable = new HashSet<>();

  private Parts parts;

  /// Whether what the parts hold is half of something: it must be made anew from the rows.
  private boolean broken;

  /// A turn that was decided and whose commit the database has not answered.
  private @Nullable Turn uncommitted;

  /// What a loop has as long as it owns its vnodes.
  ///
  /// @param watchers told of the executions that a commit touched
  record Outer(
      VnodeStore store,
      Lease lease,
      int vnodes,
      InstantSource clock,
      Mailbox mailbox,
      Consumer<Iterable<ExecutionId>> watchers) {}

  /// What a loop has in memory, all of it made from the rows.
  ///
  /// @param pump sends waiting jobs to the worker, at the end of each turn
  record Parts(
      Timers timers,
      Executions executions,
      Acting acting,
      ChildRestarts children,
      Pace pace,
      Triggering triggering,
      TriggerDeeds deeds,
      WorkerTriggers onWorkers,
      Backfilling backfilling,
      FlowTriggering flowTriggering,
      FlowSaves flowSaves,
      Runnable pump) {}

  /// @param memory makes new, empty parts
  VnodeLoop(Outer outer, Supplier<Parts> memory) {
    store = outer.store();
    lease = outer.lease();
    vnodes = outer.vnodes();
    clock = outer.clock();
    mailbox = outer.mailbox();
    watchers = outer.watchers();
    this.memory = memory;
    parts = memory.get();
  }

  /// Puts everything back under way that the rows say is unfinished.
  public void takeOver() {
    while (!tryTakeOver()) {
      parts = memory.get();
    }
  }

  /// @return false when an execution cannot be loaded: the next try leaves it out
  private boolean tryTakeOver() {
    var loaded = store.load(lease.vnodes());
    var turn = new Turn(clock.instant(), vnodes);
    parts.triggering().know(loaded.triggers());
    parts.flowTriggering().load(turn, store.listening(lease.vnodes()));
    for (var whole : loaded.executions()) {
      if (!unloadable.contains(whole.execution().id()) && !loaded(turn, whole)) {
        return false;
      }
    }
    followUps(turn);
    parts.triggering().load(turn, loaded.triggers(), id -> unloadable.contains(id) || isLive(id));
    followUps(turn);
    commit(turn);
    if (!loaded.executions().isEmpty()) {
      log.info(
          "took over {} unfinished executions and {} triggers",
          loaded.executions().size(),
          loaded.triggers().size());
    }
    return true;
  }

  private boolean loaded(Turn turn, WholeExecution whole) {
    var id = whole.execution().id();
    try {
      var values = new HashMap<Integer, List<String>>();
      for (var run : whole.taskRuns()) {
        if (run.frame().isPresent()) {
          values.put(run.seq(), store.loopValues(run.id()));
        }
      }
      parts.executions().load(turn, whole, values);
      return true;
    } catch (VnodeStore.StoreUnavailable e) {
      throw e;
    } catch (RuntimeException e) {
      log.error("execution {} cannot go on from its records: it is left as it is", id, e);
      unloadable.add(id);
      return false;
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
    if (broken) {
      parts = memory.get();
      takeOver();
      broken = false;
    }
    parts.pace().begins(clock.instant());
    if (uncommitted != null) {
      commit(uncommitted);
    }
    var now = clock.instant();
    var due = parts.timers().due(now, BATCH_MAX);
    var posted = mailbox.drain(BATCH_MAX);
    parts.pace().took(due.size() == BATCH_MAX, now);
    boolean recovers = parts.triggering().recovers();
    if (due.isEmpty() && posted.isEmpty() && !recovers) {
      return 0;
    }
    var turn = new Turn(now, vnodes);
    due.forEach(command -> guarded(turn, command, posted));
    for (var command : posted) {
      guarded(turn, command, posted);
    }
    if (parts.triggering().recovers()) {
      guarded(turn, new Command.Recovery(), posted);
    }
    if (!broken) {
      commit(turn);
    }
    return due.size() + posted.size() + (recovers ? 1 : 0);
  }

  /// How long until a timer is due; empty when none is armed.
  public Optional<Duration> untilNext() {
    var wait =
        parts
            .timers()
            .next()
            .map(
                at -> {
                  var until = Duration.between(clock.instant(), at);
                  return until.isNegative() ? Duration.ZERO : until;
                });
    // Whoever waits looks again within a second, since a clock may jump.
    parts.pace().rests(wait.map(it -> it.compareTo(LOOK_AGAIN) > 0 ? LOOK_AGAIN : it));
    return wait;
  }

  private void commit(Turn turn) {
    if (!turn.changes.isEmpty()) {
      var began = parts.pace().elapsed();
      uncommitted = turn;
      try {
        store.commit(lease, turn.touchedVnodes(), turn.changes);
      } catch (VnodeStore.StoreUnavailable e) {
        parts.pace().failed(turn.now);
        throw e;
      } catch (RuntimeException e) {
        turn.failed(e);
        throw e;
      }
      uncommitted = null;
      parts.pace().committed(clock.instant(), parts.pace().elapsed().minus(began));
    }
    turn.afterCommit();
    parts.pump().run();
    parts.onWorkers().pump();
    if (!turn.touchedExecutions().isEmpty()) {
      watchers.accept(turn.touchedExecutions());
    }
  }

  /// A command that breaks an invariant must not stop the others. When nothing had changed yet, it
  /// alone is put off, or refused to who waits for it. When it leaves memory half changed, all that
  /// the turn has decided is given up: memory is made anew from the rows, which know nothing of it,
  /// and the other commands are handled again.
  private void guarded(Turn turn, Command command, List<Command> posted) {
    if (broken) {
      return;
    }
    var subject = command.subject();
    var wait = subject.flatMap(it -> deferrals.until(it, turn.now));
    if (wait.isPresent()) {
      if (!(command instanceof Command.Ended)) { // a worker sends it again
        turn.act(() -> parts.timers().arm(wait.get(), command));
      }
      return;
    }
    long before = turn.steps();
    try {
      handle(turn, command);
    } catch (VnodeStore.StoreUnavailable e) {
      giveUp(posted); // nothing is wrong with the command: it is handled again as well
      throw e;
    } catch (RuntimeException e) {
      log.error("a command that cannot be: {}", command, e);
      var again = subject.map(it -> deferrals.broke(it, turn.now));
      if (turn.steps() == before) {
        if (!(command instanceof Command.Ended)) {
          again.ifPresent(at -> turn.act(() -> parts.timers().arm(at, command)));
        }
      } else {
        // What follows from the rows comes again by itself.
        giveUp(posted.stream().filter(it -> !it.equals(command)).toList());
      }
    }
  }

  /// Nothing that this turn has decided is true.
  ///
  /// @param again what is to be handled anew
  private void giveUp(List<Command> again) {
    broken = true;
    mailbox.putBack(again);
  }

  private void handle(Turn turn, Command command) {
    switch (command) {
      case Command.Create(var execution, var failure, var answer) ->
          answered(
              turn,
              answer,
              () -> {
                parts.triggering().refuseStopped(execution);
                parts.executions().create(turn, execution, failure);
                return parts.executions().created(execution);
              });
      case Command.Happened(var id, var event) ->
          parts.executions().happened(turn, id, at(turn, event));
      case Command.Ended(var result, var answer) -> ended(turn, result, answer);
      case Command.Started(var id, long epoch, var event) -> {
        if (epoch == lease.epoch()) {
          parts.executions().happened(turn, id, event);
        }
      }
      case Command.Logs(var batch) -> logs(turn, batch);
      case Command.Kill(var id, var cascade, var answer) ->
          answered(
              turn,
              answer,
              () -> {
                parts.executions().kill(turn, id, cascade);
                return head(id);
              });
      case Command.Resume(var id, var inputs, var by, var answer) ->
          answered(
              turn,
              answer,
              () -> {
                int before = parts.acting().statesOf(id, Optional.empty());
                parts.executions().resume(turn, id, inputs, by);
                return asAccepted(head(id), before);
              });
      case Command.Act(var id, var records, var action, var answer) ->
          answered(
              turn,
              answer,
              () -> {
                int before = parts.acting().statesOf(id, records);
                parts.acting().act(turn, id, records, action);
                return asAccepted(head(id), before);
              });
      case Command.Repeat(var copy, var from, var values, var answer) ->
          answered(
              turn,
              answer,
              () -> {
                parts.acting().repeat(turn, new Acting.Repetition(copy, from, values));
                return asAccepted(head(copy.head().id()), copy.head().history().changes().size());
              });
      case Command.RestartChild(var parent, var child, var records) ->
          parts.children().restart(turn, parent, child, records);
      case Command.Delete(var id, var flow, var removal, var answer) ->
          answered(turn, answer, () -> parts.acting().delete(turn, id, flow, removal));
      case Command.SaveFlow(var flow, var source, var answer) ->
          answered(turn, answer, () -> parts.flowSaves().save(turn, flow, source));
      case Command.DeleteFlow(var flow, var answer) ->
          answered(turn, answer, () -> parts.flowSaves().delete(turn, flow));
      case Command.TriggerDue(var trigger, var cause) ->
          parts.triggering().due(turn, trigger, cause);
      case Command.LoadTriggers _ -> parts.triggering().more(turn);
      case Command.SetTriggerDisabled(var trigger, var disabled, var recover, var answer) ->
          answered(
              turn, answer, () -> parts.triggering().setDisabled(turn, trigger, disabled, recover));
      case Command.ChangeTrigger(var trigger, var change, var answer) ->
          answered(turn, answer, () -> parts.deeds().change(turn, trigger, change));
      case Command.RunTrigger(var trigger, var overlap, var answer) ->
          answered(
              turn,
              answer,
              () -> {
                var id = parts.deeds().runNow(turn, trigger, overlap);
                followUps(turn);
                return head(id);
              });
      case Command.HolderGone(var trigger, var execution, var answer) ->
          answered(
              turn,
              answer,
              () ->
                  !unloadable.contains(execution)
                      && !isLive(execution)
                      && parts.triggering().holderGone(turn, trigger, execution));
      case Command.ChangeBackfill(var trigger, var change, var answer) ->
          answered(turn, answer, () -> parts.backfilling().change(turn, trigger, change));
      case Command.PreviewBackfill(var trigger, var begin, var answer) ->
          answered(turn, answer, () -> parts.backfilling().preview(turn, trigger, begin));
      case Command.BackfillDue(var trigger) -> parts.backfilling().due(turn, trigger);
      case Command.BackfillJudged answer -> parts.backfilling().judged(turn, answer);
      case Command.TriggerJudged answer -> parts.triggering().judged(turn, answer);
      case Command.Looked(var look, var seen) -> parts.flowTriggering().looked(turn, look, seen);
      case Command.WindowOver(var window) -> parts.flowTriggering().windowOver(turn, window);
      case Command.Recovery _ -> parts.triggering().recover(turn);
      case Command.EvaluationDue(var trigger) -> parts.onWorkers().due(turn, trigger);
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
    long before = turn.steps();
    try {
      var value = work.get();
      followUps(turn);
      turn.answer(answer, value);
    } catch (VnodeStore.StoreUnavailable e) {
      if (turn.steps() != before) {
        throw e; // half decided
      }
      turn.refuse(answer, e);
    } catch (Refused | Records.Stale e) {
      turn.refuse(answer, e);
    } catch (RuntimeException e) {
      answer.completeExceptionally(e);
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
    return parts.executions().find(id).filter(it -> !it.head().state().terminal()).isPresent();
  }

  private Execution head(ExecutionId id) {
    return parts.executions().lastKnown(id);
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
      parts.onWorkers().told(turn, told);
    } catch (VnodeStore.StoreUnavailable e) {
      throw e; // it is told later
    } catch (RuntimeException e) {
      told.answer().completeExceptionally(e); // the worker keeps it and sends it again
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
      if (result.epoch() == lease.epoch()) {
        parts.executions().over(turn, result.taskRun(), result.attempt());
      }
    } catch (VnodeStore.StoreUnavailable e) {
      throw e; // it is taken later
    } catch (RuntimeException e) {
      answer.completeExceptionally(e); // the worker keeps it and sends it again
      throw e;
    }
  }

  private void taken(Turn turn, JobResult result) {
    var id = result.taskRun().execution();
    var execution = parts.executions().find(id);
    if (result.epoch() != lease.epoch() || execution.isEmpty()) {
      return; // refused for good: a newer owner has sent the job anew, or it is over
    }
    var task = taskId(execution.get(), result.taskRun());
    boolean meant =
        parts
            .executions()
            .happened(
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
