package io.orrery.simulation;

import io.orrery.controller.Orchestrator.BackfillChange;
import io.orrery.controller.evaluation.Evaluations;
import io.orrery.controller.flow.Flows;
import io.orrery.controller.turn.Command;
import io.orrery.controller.turn.Loops;
import io.orrery.controller.turn.Mailbox;
import io.orrery.controller.turn.OutputsReader;
import io.orrery.controller.turn.Pacing;
import io.orrery.controller.turn.VnodeLoop;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Surroundings;
import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.expression.Services;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import io.orrery.rpc.Job;
import io.orrery.rpc.JobResult;
import io.orrery.rpc.TriggerJob;
import io.orrery.rpc.WorkerPort;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.PageRequest;
import io.orrery.store.sql.Database;
import io.orrery.store.sql.DatabaseConfig;
import io.orrery.store.sql.SqlExecutionQueries;
import io.orrery.store.sql.SqlFlowStore;
import io.orrery.store.sql.SqlLeaseStore;
import io.orrery.store.sql.SqlTriggerQueries;
import io.orrery.store.sql.SqlVnodeStore;
import io.orrery.store.vnode.VnodeStore;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// A controller's loop over a real SQLite file that sleeps and wakes as the real one does, with two
/// clocks that the test moves: elapsed time, and the wall clock, which may be set. Jobs take the
/// time that the test says.
final class ScheduleWorld implements InstantSource, AutoCloseable {

  static final Instant START = Instant.parse("2026-01-01T00:00:30Z");
  private static final Duration NAP_MAX = Duration.ofSeconds(1);
  private static final int VNODES = 4;

  private record Ending(Duration at, Job job, State state) {}

  private final FlowLanguage language = new FlowLanguage();
  private final Complaints complaints = new Complaints();
  private final Database database;
  private final SqlVnodeStore store;
  private final Pacing pacing;
  private final ArrayDeque<Ending> ends = new ArrayDeque<>();
  private final Map<TaskRunId, Job> jobs = new LinkedHashMap<>();
  private Duration elapsed = Duration.ZERO;
  private Duration skew = Duration.ZERO;
  private Duration jobTime = Duration.ofMillis(20);
  private State jobEnd = State.SUCCESS;
  private boolean down;
  private Life life;

  ScheduleWorld(Path folder) {
    database =
        Database.open(
            new DatabaseConfig.Sqlite(
                folder.resolve("schedules.db"), 2, Duration.ofSeconds(10), VNODES));
    store = new SqlVnodeStore(database);
    pacing = Pacing.of(() -> elapsed);
    life = new Life();
  }

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
                  (_, _, _) -> Services.at(instant()),
                  new SqlExecutionQueries(database),
                  outputs,
                  Surroundings.NONE,
                  Node.NOTHING_KEPT,
                  new NoFiles(),
                  ScheduleWorld.this),
              Runnable::run,
              Runnable::run,
              () -> {});
      loop =
          new Loops(
                  failing(),
                  VNODES,
                  flows,
                  mailbox,
                  this,
                  evaluations,
                  outputs,
                  Surroundings.NONE,
                  Node.NOTHING_KEPT,
                  ZoneOffset.UTC,
                  ScheduleWorld.this,
                  pacing,
                  _ -> {})
              .open(new SqlLeaseStore(database).claim("node", Duration.ofDays(1)).orElseThrow());
    }

    @Override
    public void release(TaskRunId workingDirectory) {}

    @Override
    public int permits() {
      return 100_000;
    }

    @Override
    public int permitsForBegun() {
      return 100_000;
    }

    @Override
    public boolean evaluate(TriggerJob job) {
      throw new AssertionError("no flow has such a trigger");
    }

    @Override
    public void stopTrigger(TriggerId trigger, long dispatch) {}

    @Override
    public boolean offer(Job job) {
      jobs.put(job.taskRun(), job);
      ends.add(new Ending(elapsed.plus(jobTime), job, jobEnd));
      return true;
    }

    @Override
    public void kill(TaskRunId run, int attempt) {
      var job = jobs.get(run);
      if (job != null) {
        ends.removeIf(it -> it.job().equals(job));
        ends.addFirst(new Ending(elapsed.plusSeconds(5), job, State.KILLED));
      }
    }
  }

  private VnodeStore failing() {
    return (VnodeStore)
        Proxy.newProxyInstance(
            VnodeStore.class.getClassLoader(),
            new Class<?>[] {VnodeStore.class},
            (_, method, arguments) -> {
              if (down && method.getName().equals("commit")) {
                throw new StoreUnavailable(
                    "the test took it away", new java.io.IOException("away"));
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public Instant instant() {
    return START.plus(elapsed).plus(skew);
  }

  // ---- time

  /// Lets the loop live for so long.
  void pass(Duration time) {
    var until = elapsed.plus(time);
    while (elapsed.compareTo(until) < 0) {
      endJobs();
      int handled = turn();
      var wait = handled > 0 ? Duration.ofMillis(1) : nap();
      var left = until.minus(elapsed);
      elapsed = elapsed.plus(wait.compareTo(left) > 0 ? left : wait);
    }
    endJobs();
    while (turn() > 0) {
      elapsed = elapsed.plusMillis(1);
    }
    if (!down) {
      complaints
          .first()
          .ifPresent(
              line -> {
                throw new AssertionError(line);
              });
    }
  }

  private int turn() {
    try {
      return life.loop.turn();
    } catch (StoreUnavailable e) {
      return 0;
    }
  }

  private Duration nap() {
    var wait = life.loop.untilNext().filter(it -> it.compareTo(NAP_MAX) < 0).orElse(NAP_MAX);
    var job = ends.stream().map(Ending::at).min(Duration::compareTo).map(at -> at.minus(elapsed));
    var next = job.filter(it -> it.compareTo(wait) < 0).orElse(wait);
    return next.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : next;
  }

  private void endJobs() {
    for (var end : new ArrayList<>(ends)) {
      if (end.at().compareTo(elapsed) > 0) continue;
      ends.remove(end);
      jobs.remove(end.job().taskRun());
      life.mailbox.post(
          new Command.Ended(
              new JobResult(
                  end.job().taskRun(),
                  end.job().attempt(),
                  end.job().epoch(),
                  end.state(),
                  Map.of(),
                  instant(),
                  instant(),
                  Optional.empty(),
                  List.of()),
              new CompletableFuture<>()));
    }
  }

  /// The process stands still for so long.
  void stall(Duration time) {
    elapsed = elapsed.plus(time);
  }

  /// The wall clock is set.
  void jump(Duration by) {
    skew = skew.plus(by);
  }

  /// The database does not answer for so long.
  void outage(Duration time) {
    down = true;
    pass(time);
    down = false;
  }

  /// The process dies, and comes back after so long.
  void crash(Duration away) {
    ends.clear();
    jobs.clear();
    elapsed = elapsed.plus(away);
    life = new Life();
  }

  void jobsTake(Duration time, State end) {
    jobTime = time;
    jobEnd = end;
  }

  // ---- deeds

  private <T> T ask(Function<CompletableFuture<T>, Command> command) {
    var answer = new CompletableFuture<T>();
    life.mailbox.post(command.apply(answer));
    pass(Duration.ofMillis(5));
    return answer.join();
  }

  void save(String source) {
    var flow = language.flow(source);
    ask(
        (CompletableFuture<io.orrery.model.flow.FlowRevision> answer) ->
            new Command.SaveFlow(flow, source, answer));
  }

  void delete(String flow) {
    ask(
        (CompletableFuture<Boolean> answer) ->
            new Command.DeleteFlow(new FlowId("test", flow), answer));
  }

  void disable(String flow) {
    toggle(flow, true, Recover.NONE);
  }

  void enable(String flow, Recover recover) {
    toggle(flow, false, recover);
  }

  private void toggle(String flow, boolean disabled, Recover recover) {
    ask(
        (CompletableFuture<Boolean> answer) ->
            new Command.SetTriggerDisabled(trigger(flow), disabled, recover, answer));
  }

  TriggerState backfill(String flow, BackfillChange change) {
    return ask(
        (CompletableFuture<TriggerState> answer) ->
            new Command.ChangeBackfill(trigger(flow), change, answer));
  }

  // ---- what is

  /// The trigger `s` of a flow.
  static TriggerId trigger(String flow) {
    return new TriggerId(new FlowId("test", flow), "s");
  }

  List<Fire> fires(String flow) {
    return new SqlTriggerQueries(database)
        .fires(trigger(flow), Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z"));
  }

  List<SkipRange> skips(String flow) {
    return new SqlTriggerQueries(database)
        .skips(trigger(flow), Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z"));
  }

  TriggerState state(String flow) {
    return store.triggers(trigger(flow).flow()).stream()
        .filter(it -> it.id().equals(trigger(flow)))
        .findFirst()
        .orElseThrow();
  }

  List<Execution> executions(String flow) {
    var all = new ArrayList<Execution>();
    var found =
        new SqlExecutionQueries(database)
            .search(
                ExecutionFilter.ANY,
                new PageRequest(
                    1, PageRequest.SIZE_MAX, List.of(new PageRequest.Sort("id", true))));
    found.results().stream().filter(it -> it.fixed().flow().id().equals(flow)).forEach(all::add);
    return all;
  }

  @Override
  public void close() {
    complaints.close();
    database.close();
  }
}
