package io.orrery.simulation;

import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Frame.Branch;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.flow.Flow;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.History;
import io.orrery.model.state.State;
import io.orrery.rpc.Job;
import io.orrery.rpc.SharedFolder;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.SavedFlow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What must always be true of executions, their task runs, their places and their jobs. The ledger
/// has rules of its own: [LedgerRules].
final class Invariants implements CommitCheck, JobCheck {

  private record Sent(TaskRunId run, int attempt, long epoch) {}

  private final Tables tables;
  private final LedgerRules ledger;
  private final ListenerRules listeners;
  private final Map<FlowId, Flow> flows = new HashMap<>();
  private final Set<Sent> sent = new HashSet<>();
  private final Map<String, Set<TaskRunId>> folders = new HashMap<>();

  /// Executions whose end was decided early at some time, be it before a restart.
  private final Set<ExecutionId> cut = new HashSet<>();

  private boolean changed;

  Invariants(Tables tables) {
    this.tables = tables;
    this.ledger = new LedgerRules(tables);
    this.listeners = new ListenerRules(tables);
  }

  /// The flows of this world: their limits and schedules stay as they are.
  void know(List<Flow> all) {
    all.forEach(flow -> flows.put(flow.key(), flow));
    ledger.know(all);
  }

  LedgerRules ledger() {
    return ledger;
  }

  // ---- each commit

  @Override
  public void committing(Changes changes) {
    changed = true;
    revisions(changes);
    var restarted = new HashSet<ExecutionId>();
    for (var write : changes.executions()) {
      var now = write.record();
      if (now.course().verdict().isPresent()) {
        cut.add(now.id());
      }
      if (changes.removedExecutions().contains(now.id())) {
        throw new Violation("execution " + now.id() + " is written and removed in one commit");
      }
      if (write.isNew()) {
        stopped(now, changes);
        continue;
      }
      var old =
          tables
              .execution(now.id())
              .orElseThrow(
                  () ->
                      new Violation("an update of execution " + now.id() + ", which is not there"));
      forward("execution " + now.id(), old.history(), now.history());
      if (old.state().terminal() && !old.history().equals(now.history())) {
        if (next(old.history(), now.history()) != State.RESTARTED) {
          throw new Violation(
              "execution %s ended %s and goes on as %s"
                  .formatted(now.id(), old.state(), now.history().changes()));
        }
        restarted.add(now.id());
      }
    }
    for (var write : changes.taskRuns()) {
      taskRun(write.record(), write.isNew(), restarted, changes);
    }
    ledger.committing(changes);
    listeners.committing(changes);
  }

  /// Each save of a flow counts one further.
  private void revisions(Changes changes) {
    var newest = new HashMap<FlowId, Integer>();
    for (var flow : changes.flows()) {
      int before =
          newest.computeIfAbsent(
              flow.id(), id -> tables.latest(id).map(SavedFlow::revision).orElse(0));
      if (flow.revision() != before + 1) {
        throw new Violation(
            "revision %d of %s comes after %d".formatted(flow.revision(), flow.id(), before));
      }
      newest.put(flow.id(), flow.revision());
    }
  }

  /// A stopped webhook starts nothing, unless this same commit lets it go again.
  private void stopped(Execution made, Changes changes) {
    made.fixed()
        .trigger()
        .filter(by -> by.id().equals(Users.HOOK) && made.fixed().parentId().isEmpty())
        .map(by -> tables.triggers.get(new TriggerId(made.fixed().flow(), by.id())))
        .filter(TriggerState::disabled)
        .filter(state -> !written(changes).contains(state.id()))
        .ifPresent(
            state -> {
              throw new Violation("execution " + made.id() + " by " + state + ", which is stopped");
            });
  }

  private static Set<TriggerId> written(Changes changes) {
    var written = new HashSet<TriggerId>();
    changes.triggers().forEach(state -> written.add(state.id()));
    return written;
  }

  private void taskRun(TaskRun now, boolean isNew, Set<ExecutionId> restarted, Changes changes) {
    var id = now.id();
    if (isNew) {
      if (tables.taskRun(id).isPresent() && !changes.removedTaskRuns().contains(id)) {
        throw new Violation("task run " + id + " is made twice");
      }
      once(now, changes);
      if (now.taskId().startsWith("never")) {
        throw new Violation("task " + now.taskId() + " of " + id + " must not run");
      }
      return;
    }
    var old =
        tables
            .taskRun(id)
            .orElseThrow(() -> new Violation("an update of task run " + id + ", not there"));
    forward("task run " + id, old.history(), now.history());
    if (now.outputs().get(SimWorker.EPOCH) instanceof Long epoch
        && !now.outputs().equals(old.outputs())
        && epoch != tables.epochOf(id.execution())) {
      throw new Violation(
          "the result of %s was taken, of epoch %d, in epoch %d"
              .formatted(id, epoch, tables.epochOf(id.execution())));
    }
    if (old.state().terminal() && !old.equals(now) && !restarted.contains(id.execution())) {
      throw new Violation(
          "task run %s (%s) ended %s and changes to %s"
              .formatted(id, now.taskId(), old.state(), now));
    }
    int before = old.attempts().size();
    if (now.attempts().size() < before
        || !now.attempts().subList(0, before).equals(old.attempts())) {
      throw new Violation("task run " + id + " loses attempts: " + old + " -> " + now);
    }
  }

  /// A task runs once for each path of loop values.
  private void once(TaskRun now, Changes changes) {
    for (var other : tables.taskRuns(now.id().execution())) {
      if (same(now, other) && !removed(other, changes) && !cleared(other, changes)) {
        throw new Violation("task run " + now.id() + " does again what " + other.id() + " did");
      }
    }
    for (var write : changes.taskRuns()) {
      var other = write.record();
      if (!other.id().equals(now.id())
          && other.id().execution().equals(now.id().execution())
          && same(now, other)) {
        throw new Violation("task runs " + now.id() + " and " + other.id() + " do the same");
      }
    }
  }

  /// Whether it belongs to a round of a loop that is over.
  private boolean cleared(TaskRun run, Changes changes) {
    for (var round : changes.cleared()) {
      if (!round.container().execution().equals(run.id().execution())
          || run.seq() < round.from()
          || run.seq() >= round.to()) {
        continue;
      }
      int at = run.parent();
      while (at > round.container().seq()) {
        at = tables.taskRun(new TaskRunId(run.id().execution(), at)).orElseThrow().parent();
      }
      if (at == round.container().seq()) {
        return true;
      }
    }
    return false;
  }

  private static boolean removed(TaskRun run, Changes changes) {
    return changes.removedTaskRuns().contains(run.id())
        || changes.emptied().contains(new TaskRunId(run.id().execution(), run.parent()));
  }

  private static boolean same(TaskRun a, TaskRun b) {
    return a.taskId().equals(b.taskId()) && a.path().equals(b.path()) && !a.id().equals(b.id());
  }

  private static void forward(String of, History old, History now) {
    var before = old.changes();
    var after = now.changes();
    if (before.size() >= History.LENGTH_MAX / 2) {
      return; // bounded: the middle may be gone
    }
    if (after.size() < before.size() || !after.subList(0, before.size()).equals(before)) {
      throw new Violation("the history of %s is rewritten: %s -> %s".formatted(of, before, after));
    }
  }

  private static State next(History old, History now) {
    int size = old.changes().size();
    return now.changes().size() > size ? now.changes().get(size).state() : now.current();
  }

  // ---- each job

  @Override
  public void sent(Job job) {
    var id = job.taskRun();
    var run =
        tables
            .taskRun(id)
            .orElseThrow(() -> new Violation("the job of " + id + " was sent and is not written"));
    var head = tables.execution(id.execution()).orElseThrow();
    if (run.job() != job.attempt() || !awaitsJob(run.state())) {
      throw new Violation(
          "a job was sent for attempt %d of %s, which is at %d and %s"
              .formatted(job.attempt(), id, run.job(), run.history().changes()));
    }
    if (head.finished() || (head.state().terminal() && !after(run))) {
      throw new Violation("a job of " + id + " was sent, whose execution is " + head.state());
    }
    folder(job);
    if (!sent.add(new Sent(id, job.attempt(), job.epoch()))) {
      throw new Violation(
          "attempt %d of %s was sent twice in epoch %d".formatted(job.attempt(), id, job.epoch()));
    }
  }

  private static boolean awaitsJob(State state) {
    return switch (state) {
      case CREATED, SUBMITTED, RUNNING, RESTARTED -> true;
      case QUEUED, PAUSED, RETRYING, KILLING, BREAKPOINT -> false;
      case SUCCESS, WARNING, FAILED, KILLED, CANCELLED, SKIPPED, RETRIED, RESUBMITTED -> false;
    };
  }

  /// What ran before it in a shared folder ran in this same folder: half a folder is never worked
  /// on.
  private void folder(Job job) {
    if (job.folder().isEmpty()) {
      return;
    }
    var folder = job.folder().get();
    var ran =
        folders.computeIfAbsent(
            folder.owner() + "#" + folder.generation(), _ -> new HashSet<TaskRunId>());
    ran.add(job.taskRun());
    if (folder.use() != SharedFolder.Use.NEEDS && folder.use() != SharedFolder.Use.KEEPS) {
      return;
    }
    for (var run : tables.taskRuns(folder.owner().execution())) {
      boolean before =
          run.parent() == folder.owner().seq()
              && run.branch() == Branch.MAIN
              && (run.state() == State.SUCCESS || run.state() == State.WARNING);
      if (before && !ran.contains(run.id())) {
        throw new Violation(
            "the job of %s is sent to folder %s, where %s (%s) never was"
                .formatted(job.taskRun(), folder, run.id(), run.taskId()));
      }
    }
  }

  /// Whether it belongs to what runs after the end.
  private boolean after(TaskRun run) {
    var at = run;
    while (at.parent() >= 0) {
      at = tables.taskRun(new TaskRunId(run.id().execution(), at.parent())).orElseThrow();
    }
    return at.branch() == Branch.AFTER;
  }

  // ---- each step

  /// @throws Violation when what is committed breaks a rule
  void check() {
    if (!changed) {
      return;
    }
    changed = false;
    var holding = new HashMap<FlowId, Integer>();
    var queued = new HashMap<FlowId, Integer>();
    for (var execution : tables.executions.values()) {
      var state = execution.state();
      if (state == State.QUEUED) {
        queued.merge(execution.fixed().flow(), 1, Integer::sum);
      } else if (state != State.CREATED && !state.terminal()) {
        holding.merge(execution.fixed().flow(), 1, Integer::sum);
      }
    }
    for (var flow : flows.values()) {
      int held = holding.getOrDefault(flow.key(), 0);
      int waiting = queued.getOrDefault(flow.key(), 0);
      int limit = flow.concurrency().map(it -> it.limit()).orElse(Integer.MAX_VALUE);
      if (held > limit) {
        throw new Violation(
            "%d executions of %s hold a place, its limit is %d".formatted(held, flow.key(), limit));
      }
      if (waiting > 0 && held < limit) {
        throw new Violation(
            "%d executions of %s wait, with %d of %d places held"
                .formatted(waiting, flow.key(), held, limit));
      }
    }
    ledger.check();
  }

  // ---- the end

  /// Of executions that have ended.
  void checkEnded() {
    listeners.checkEnded();
    for (var execution : tables.executions.values()) {
      for (var run : tables.taskRuns(execution.id())) {
        if (!run.state().terminal()) {
          throw new Violation(
              "execution %s ended %s, its task run %s (%s) is %s"
                  .formatted(
                      execution.id(), execution.state(), run.id(), run.taskId(), run.state()));
        }
        loop(execution, run);
      }
    }
  }

  /// A loop that went well ran for each of its values.
  private void loop(Execution execution, TaskRun loop) {
    var values = tables.loopValues.get(loop.id());
    if (values == null
        || (loop.state() != State.SUCCESS && loop.state() != State.WARNING)
        || cut.contains(execution.id())) { // an Exit ends loops half-way
      return;
    }
    var done = new HashSet<Integer>();
    for (var run : tables.taskRuns(execution.id())) {
      if (run.parent() == loop.seq() && run.branch() == Branch.MAIN) {
        done.add(run.iteration());
      }
    }
    boolean keyed = loop.frame().filter(frame -> frame.mark() < 0).isPresent();
    if (done.size() != (keyed ? values.size() / 2 : values.size())) {
      throw new Violation(
          "loop %s (%s) is %s after %s of %d values, its execution %s"
              .formatted(
                  loop.id(),
                  loop.taskId(),
                  loop.history().changes(),
                  done,
                  values.size(),
                  execution.history().changes()));
    }
  }
}
