package io.orrery.store.sql;

import static io.orrery.store.contract.Samples.T0;

import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.TaskRun;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.FlowId;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.store.contract.Databases;
import io.orrery.store.contract.Samples;
import io.orrery.store.lease.Lease;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.VnodeStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// Measures what a single-task execution costs: rows a second, bytes, loading. Run by hand:
/// `StoreBench sqlite|postgresql [executions] [executions a commit]`.
final class StoreBench {

  private static final int ROWS_PER_EXECUTION = 6;

  private StoreBench() {}

  public static void main(String[] args) throws IOException {
    System.setProperty(Databases.FSYNC, "on");
    int executions = args.length > 1 ? Integer.parseInt(args[1]) : 100_000;
    int group = args.length > 2 ? Integer.parseInt(args[2]) : 100;
    var directory = Files.createTempDirectory("orrery-bench");
    boolean sqlite = args.length == 0 || args[0].equals("sqlite");
    var config = sqlite ? Databases.sqlite(directory) : Databases.postgresql();
    try (var database = Database.open(config.withVnodes(128))) {
      var lease = new SqlLeaseStore(database).claim("bench", Duration.ofHours(1)).orElseThrow();
      var store = new SqlVnodeStore(database);
      var random = new Random(1);
      run(store, lease, random, Math.min(20_000, executions), group);
      long start = System.nanoTime();
      long cpuStart = cpu();
      long before = sqlite ? 0 : bytes(database);
      run(store, lease, random, executions, group);
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf(
          "%d executions in %.2f s: %.0f executions/s, %.0f rows/s%n",
          executions, seconds, executions / seconds, executions * ROWS_PER_EXECUTION / seconds);
      // What a busy machine does not distort.
      double cpuSeconds = (cpu() - cpuStart) / 1e9;
      System.out.printf(
          "CPU of the committing thread %.2f s: %.0f rows a CPU second%n",
          cpuSeconds, executions * ROWS_PER_EXECUTION / cpuSeconds);
      if (!sqlite) {
        System.out.printf(
            "%.0f bytes an execution%n", (bytes(database) - before) / (double) executions);
      }
      loads(store, lease, random);
    }
    if (sqlite) {
      var file = directory.resolve("orrery.db");
      System.out.printf("%.0f bytes an execution%n", Files.size(file) / (executions + 20_000.0));
      try (var files = Files.list(directory)) {
        files.forEach(old -> old.toFile().deleteOnExit());
      }
    }
    directory.toFile().deleteOnExit();
    System.exit(0);
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long bytes(Database database) {
    return database.read(
        session ->
            session.first("select pg_database_size(current_database())", Row::number).orElse(0L));
  }

  /// Begins and ends executions of one task that logs one line, `group` at a time: two commits
  /// each.
  static void singleTaskExecutions(VnodeStore store, Lease lease, int executions, int group) {
    run(store, lease, new Random(1), executions, group);
  }

  private static void run(VnodeStore store, Lease lease, Random random, int executions, int group) {
    var now = T0;
    for (int done = 0; done < executions; done += group) {
      now = now.plusMillis(20);
      var begun = begin(store, lease, random, group, now);
      var end = new Changes();
      for (var execution : begun) {
        var id = execution.id();
        end.update(Samples.in(execution, State.SUCCESS, now.plusMillis(9)));
        TaskRun run = Samples.run(id, 0, "say", now);
        end.update(Samples.ended(run, State.SUCCESS, now.plusMillis(9), List.of(), Map.of()));
        end.add(
            Samples.chunk(
                id, 0, Samples.line(now, LogLevel.INFO, "Hello, this is the task of " + id)));
      }
      store.commit(lease, Set.of(1, 2, 3), end);
    }
  }

  private static List<Execution> begin(
      VnodeStore store, Lease lease, Random random, int group, Instant now) {
    var begin = new Changes();
    var begun = new ArrayList<Execution>();
    for (int n = 0; n < group; n++) {
      var at = now.plusNanos(n * 50_000L);
      var flow = new FlowId("acme.sales", "orders" + n % 10);
      var execution =
          Samples.in(
              Samples.created(ExecutionIds.next(at, random), flow, at),
              State.RUNNING,
              at.plusMillis(1));
      begun.add(execution);
      begin.insert(execution);
      begin.insert(Samples.run(execution.id(), 0, "say", at));
    }
    store.commit(lease, Set.of(1, 2, 3), begin);
    return begun;
  }

  private static void loads(VnodeStore store, Lease lease, Random random) {
    begin(store, lease, random, 200, T0);
    for (int n = 0; n < 3; n++) {
      long start = System.nanoTime();
      long cpuStart = cpu();
      int open = store.load(lease.vnodes()).executions().size();
      System.out.printf(
          "load %d open: %.1f ms, CPU %.1f ms%n",
          open, (System.nanoTime() - start) / 1e6, (cpu() - cpuStart) / 1e6);
    }
    for (int part = 0; part < 100; part++) {
      var triggers = new Changes();
      for (int n = 0; n < 1000; n++) {
        triggers.put(Samples.trigger(new FlowId("acme", "flow" + part + "-" + n), "daily", T0));
      }
      store.commit(lease, Set.of(1), triggers);
    }
    long start = System.nanoTime();
    long cpuStart = cpu();
    int triggers = store.load(lease.vnodes()).triggers().size();
    System.out.printf(
        "load %d triggers: %.1f ms, CPU %.1f ms%n",
        triggers, (System.nanoTime() - start) / 1e6, (cpu() - cpuStart) / 1e6);
  }
}
