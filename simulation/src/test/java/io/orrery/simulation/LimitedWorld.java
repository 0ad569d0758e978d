package io.orrery.simulation;

import io.orrery.controller.Orchestrator.Cascade;
import io.orrery.controller.Orchestrator.Overlap;
import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.Removal;
import io.orrery.controller.evaluation.Evaluations;
import io.orrery.controller.flow.Flows;
import io.orrery.controller.turn.Action;
import io.orrery.controller.turn.Command;
import io.orrery.controller.turn.Loops;
import io.orrery.controller.turn.Mailbox;
import io.orrery.controller.turn.OutputsReader;
import io.orrery.controller.turn.Pacing;
import io.orrery.controller.turn.Records;
import io.orrery.controller.turn.VnodeLoop;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Executor;
import io.orrery.engine.execution.Replaying;
import io.orrery.engine.execution.Surroundings;
import io.orrery.expression.Services;
import io.orrery.model.flow.Flow;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import io.orrery.rpc.Job;
import io.orrery.rpc.JobResult;
import io.orrery.rpc.TriggerJob;
import io.orrery.rpc.WorkerPort;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.LedgerQueries;
import io.orrery.store.query.PageRequest;
import io.orrery.store.sql.Database;
import io.orrery.store.sql.DatabaseConfig;
import io.orrery.store.sql.SqlExecutionQueries;
import io.orrery.store.sql.SqlFlowStore;
import io.orrery.store.sql.SqlLeaseStore;
import io.orrery.store.sql.SqlLedgerQueries;
import io.orrery.store.sql.SqlVnodeStore;
import io.orrery.store.vnode.VnodeStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// A controller's loop over a real SQLite file, with a clock, a worker and callers that the test
/// moves by hand, all on its thread. After each call nothing is left to be done but what the worker
/// has.
final class LimitedWorld implements InstantSource, AutoCloseable {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final int VNODES = 4;

  private final FlowLanguage language = new FlowLanguage();
  private final Database database;
  private final SqlVnodeStore store;
  private final SqlExecutionQueries executions;
  private final Complaints complaints = new Complaints();
  private final Map<TaskRunId, Job> jobs = new LinkedHashMap<>();
  private Instant now = START;
  private int asked;
  private Optional<Death> next = Optional.empty();
  private Life life;

  /// Where the process may die on a job's way from the queue to the worker.
  enum Death {
    BEFORE_THE_COMMIT,
    AFTER_THE_COMMIT,
    BEFORE_THE_JOB_IS_MADE,
    WITH_THE_JOB_IN_HAND
  }

  LimitedWorld(Path folder) {
    database =
        Database.open(
            new DatabaseConfig.Sqlite(
                folder.resolve("limits.db"), 2, Duration.ofSeconds(10), VNODES));
    store = new SqlVnodeStore(database);
    executions = new SqlExecutionQueries(database);
    life = new Life();
  }

  /// The controller's memory: gone at each crash.
  private final class Life implements WorkerPort {
    final Mailbox mailbox = new Mailbox(() -> {});
    final Flows flows = new Flows(new SqlFlowStore(database), language::read, language.templates());
    final VnodeLoop loop;

    Life() {
      var outputs = new OutputsReader(store);
      var evaluations =
          new Evaluations(
              new Evaluations.Tools(
                  flows,
                  PlainInputs.INSTANCE,
                  (_, _, _) -> Services.at(now),
                  executions,
                  outputs,
                  Surroundings.NONE,
                  Node.NOTHING_KEPT,
                  new NoFiles(),
                  LimitedWorld.this),
              Runnable::run,
              Runnable::run,
              () -> {});
      var lease = new SqlLeaseStore(database).claim("node", Duration.ofDays(1)).orElseThrow();
      loop =
          new Loops(
                  dying(store),
                  VNODES,
                  flows,
                  mailbox,
                  this,
                  evaluations,
                  outputs,
                  Surroundings.NONE,
                  Node.NOTHING_KEPT,
                  ZoneOffset.UTC,
                  LimitedWorld.this,
                  Pacing.of(() -> Duration.between(START, now)),
                  _ -> {})
              .open(lease);
    }

    @Override
    public void release(TaskRunId workingDirectory) {}

    @Override
    public int permits() {
      dies(Death.BEFORE_THE_JOB_IS_MADE);
      return 1000;
    }

    @Override
    public int permitsForBegun() {
      return 1000;
    }

    @Override
    public boolean evaluate(TriggerJob job) {
      throw new AssertionError("no flow has such a trigger");
    }

    @Override
    public void stopTrigger(TriggerId trigger, long dispatch) {}

    @Override
    public boolean offer(Job job) {
      dies(Death.WITH_THE_JOB_IN_HAND);
      if (jobs.put(job.taskRun(), job) != null) {
        throw new AssertionError("the job of " + job.taskRun() + " was given twice");
      }
      return true;
    }

    @Override
    public void kill(TaskRunId run, int attempt) {
      var job = jobs.get(run);
      if (job != null && job.attempt() == attempt) {
        jobs.remove(run);
        report(job, State.KILLED);
      }
    }
  }

  /// The store as it is, but that the process may die around its commits.
  private VnodeStore dying(VnodeStore store) {
    return (VnodeStore)
        Proxy.newProxyInstance(
            VnodeStore.class.getClassLoader(),
            new Class<?>[] {VnodeStore.class},
            (_, method, arguments) -> {
              boolean commits = method.getName().equals("commit");
              if (commits) {
                dies(Death.BEFORE_THE_COMMIT);
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              } finally {
                if (commits) {
                  dies(Death.AFTER_THE_COMMIT);
                }
              }
            });
  }

  private void dies(Death here) {
    if (next.filter(here::equals).isPresent()) {
      next = Optional.empty();
      throw new Crash(here.name());
    }
  }

  @Override
  public Instant instant() {
    return now;
  }

  /// Until nothing follows by itself.
  private void settle() {
    try {
      do {
        now = now.plusMillis(1);
      } while (life.loop.turn() > 0);
    } catch (Crash dead) {
      crash();
    }
    complaints
        .first()
        .ifPresent(
            line -> {
              throw new AssertionError(line);
            });
  }

  private void report(Job job, State state) {
    life.mailbox.post(
        new Command.Ended(
            new JobResult(
                job.taskRun(),
                job.attempt(),
                job.epoch(),
                state,
                Map.of(),
                now,
                now,
                Optional.empty(),
                List.of()),
            new CompletableFuture<>()));
  }

  /// @return whether it was done; false when it was refused
  private <T> boolean ask(Function<CompletableFuture<T>, Command> command) {
    var answer = new CompletableFuture<T>();
    life.mailbox.post(command.apply(answer));
    settle();
    if (!answer.isDone()) { // it died: whoever asked asks again
      answer = new CompletableFuture<>();
      life.mailbox.post(command.apply(answer));
      settle();
    }
    try {
      answer.join();
      return true;
    } catch (java.util.concurrent.CompletionException e) {
      if (e.getCause() instanceof Refused) {
        return false;
      }
      throw new AssertionError(e.getCause());
    }
  }

  // ---- what happens

  void save(String source) {
    Flow flow = language.flow(source);
    ask(
        (CompletableFuture<io.orrery.model.flow.FlowRevision> answer) ->
            new Command.SaveFlow(flow, source, answer));
  }

  ExecutionId start(String flow) {
    var plan =
        life.flows
            .current(new io.orrery.model.id.FlowId("test", flow))
            .flatMap(Flows.Known::plan)
            .orElseThrow();
    var id = ExecutionIds.named("limited/" + ++asked);
    var execution =
        Executor.create(
            plan,
            id,
            Map.of(),
            Executor.Inputs.RESOLVED,
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            now);
    ask((CompletableFuture<Execution> answer) -> new Command.Create(execution, answer));
    return id;
  }

  ExecutionId runNow(TriggerId trigger) {
    Function<CompletableFuture<Execution>, Command> command =
        answer -> new Command.RunTrigger(trigger, Overlap.REFUSED, answer);
    return answer(command).id();
  }

  /// @return whether the trigger waited for it, and no longer does
  boolean holderGone(LedgerQueries.Orphan orphan) {
    return answer(answer -> new Command.HolderGone(orphan.trigger(), orphan.execution(), answer));
  }

  private <T> T answer(Function<CompletableFuture<T>, Command> command) {
    var answer = new CompletableFuture<T>();
    life.mailbox.post(command.apply(answer));
    settle();
    return answer.join();
  }

  LedgerQueries ledger() {
    return new SqlLedgerQueries(database);
  }

  void passes(Duration time) {
    now = now.plus(time);
    settle();
  }

  List<Job> jobs() {
    return new ArrayList<>(jobs.values());
  }

  void end(Job job, State state) {
    jobs.remove(job.taskRun());
    report(job, state);
    settle();
  }

  boolean kill(ExecutionId id, Cascade cascade) {
    return ask((CompletableFuture<Execution> answer) -> new Command.Kill(id, cascade, answer));
  }

  boolean resume(ExecutionId id) {
    return ask(
        (CompletableFuture<Execution> answer) ->
            new Command.Resume(id, Map.of(), Optional.empty(), answer));
  }

  boolean act(ExecutionId id, Action action) {
    var records = Records.read(store, id);
    return ask(
        (CompletableFuture<Execution> answer) -> new Command.Act(id, records, action, answer));
  }

  /// From a task run of an ended execution.
  boolean replay(ExecutionId source, int from) {
    var records = Records.read(store, source).orElseThrow();
    var head = records.whole().execution();
    var plan =
        life.flows
            .revision(head.fixed().flow(), head.fixed().revision())
            .flatMap(Flows.Known::plan)
            .orElseThrow();
    var copy =
        Replaying.copy(
            plan,
            head,
            records.whole().taskRuns(),
            ExecutionIds.named("limited/" + ++asked),
            Optional.empty(),
            now);
    var values = new LinkedHashMap<>(records.loopValues());
    values.remove(from);
    return ask(
        (CompletableFuture<Execution> answer) ->
            new Command.Repeat(copy, Optional.of(from), values, answer));
  }

  boolean delete(Execution it, boolean running) {
    return ask(
        (CompletableFuture<Boolean> answer) ->
            new Command.Delete(
                it.id(), it.fixed().flow(), new Removal(running, true, true), answer));
  }

  /// The process dies there as soon as it comes by, with its worker.
  void diesNext(Death where) {
    next = Optional.of(where);
  }

  boolean hasDied() {
    return next.isEmpty();
  }

  /// The process dies with its worker; the next one takes over from the rows.
  void crash() {
    jobs.clear();
    life = new Life();
    settle();
  }

  // ---- what is

  /// By the order of their ids in the rows.
  List<Execution> all() {
    var order = List.of(new PageRequest.Sort("id", true));
    var all = new ArrayList<Execution>();
    for (int page = 1; ; page++) {
      var found =
          executions.search(
              ExecutionFilter.ANY, new PageRequest(page, PageRequest.SIZE_MAX, order));
      all.addAll(found.results());
      if (found.results().size() < PageRequest.SIZE_MAX) {
        return all;
      }
    }
  }

  Execution head(ExecutionId id) {
    return executions.head(id).orElseThrow();
  }

  State state(ExecutionId id) {
    return head(id).state();
  }

  long count(State state) {
    return all().stream().filter(it -> it.state() == state).count();
  }

  List<io.orrery.engine.execution.TaskRun> runs(ExecutionId id) {
    return Records.read(store, id).orElseThrow().whole().taskRuns();
  }

  @Override
  public void close() {
    complaints.close();
    database.close();
  }
}
