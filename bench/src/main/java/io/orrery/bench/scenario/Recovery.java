package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import io.orrery.bench.subject.Api;
import io.orrery.bench.subject.Observer;
import io.orrery.bench.subject.Pause;
import io.orrery.bench.subject.ServerProcess;
import io.orrery.bench.subject.ServerProcess.Launch;
import io.orrery.bench.subject.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Kill -9 of the real server with 200 executions of five sleeps under way, and a start again:
/// `recoveredMs` is from the launch until all have ended, minus the sleep that the slowest still
/// had to do (a sleep that was cut off begins anew). The worker has a permit for each, so that
/// nothing waits for another.
///
/// Then 200 acknowledged starts, and kill -9 at once: none may be lost.
public final class Recovery implements Scenario {

  private static final int SLEEPS = 5;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @Override
  public String name() {
    return "recovery";
  }

  @Override
  public void run(Workbench bench, Report report) {
    int count = bench.size(200, 10);
    var sleep = Duration.ofMillis(bench.pick(1_000, 300));
    var launch = Servers.launch(bench).with("ORRERY_WORKER_PERMITS", Integer.toString(count + 56));
    Servers.prepare(
        bench,
        launch,
        Flows.sleeps("sleeps", SLEEPS, sleep.toString()) + "---\n" + Flows.log("acknowledged"));
    try (var observer = new Observer(launch.database())) {
      for (int round = 0; round < bench.rounds(); round++) {
        running(launch, observer, report, count, sleep);
        observer.requireSuccesses(Flows.NAMESPACE, "sleeps", (round + 1L) * count);
        acknowledged(launch, observer, report, count);
      }
    }
  }

  private static void running(
      Launch launch, Observer observer, Report report, int count, Duration sleep) {
    try (var server = ServerProcess.launch(launch)) {
      server.ready();
      start(server.api(), "sleeps", count);
      Pause.of(sleep.multipliedBy(3).dividedBy(2));
      server.kill();
    }
    var left = sleep.multipliedBy(SLEEPS - fewestDone(observer));
    try (var server = ServerProcess.launch(launch)) {
      report.add("httpReadyMs", server.ready() / 1e6);
      Pause.until("all executions ended", PATIENCE, 5, () -> observer.open() == 0);
      double whole = (System.nanoTime() - server.launchedAt()) / 1e6;
      report.add("recoveredMs", whole - left.toMillis());
    }
  }

  /// How many sleeps the slowest open execution has behind it.
  private static int fewestDone(Observer observer) {
    return observer
        .rows(
            """
            select count(t.seq) from execution e
            left join task_run t on t.execution_id = e.id and t.state = ?
            where e.finished = 0 group by e.id
            """,
            Observer.SUCCESS)
        .stream()
        .mapToInt(line -> (int) line.number(0))
        .min()
        .orElseThrow(() -> new Trouble("no execution was under way when the server was killed"));
  }

  private static void acknowledged(Launch launch, Observer observer, Report report, int count) {
    List<String> ids;
    long before = observer.number("select count(*) from execution where flow_id = 'acknowledged'");
    try (var server = ServerProcess.launch(launch)) {
      server.ready();
      ids = start(server.api(), "acknowledged", count);
      server.kill();
    }
    try (var server = ServerProcess.launch(launch)) {
      server.ready();
      Pause.until("all executions ended", PATIENCE, 5, () -> observer.open() == 0);
      long lost = ids.stream().filter(id -> !succeeded(server.api(), id)).count();
      report.worst("lost", lost);
    }
    long made =
        observer.number("select count(*) from execution where flow_id = 'acknowledged'") - before;
    report.worst("doubled", Math.max(0, made - count));
  }

  private static boolean succeeded(Api api, String id) {
    return api.execution(id)
        .filter(execution -> execution.at("/state/current").asText().equals("SUCCESS"))
        .isPresent();
  }

  /// Starts `count` executions at once and waits for all acknowledgements.
  private static List<String> start(Api api, String flow, int count) {
    var ids = new ArrayList<String>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<Optional<String>>>();
      for (int i = 0; i < count; i++) {
        answers.add(threads.submit(() -> api.start(Flows.NAMESPACE, flow, Map.of(), "bench:yes")));
      }
      for (var answer : answers) {
        ids.add(answer.get().orElseThrow(() -> new Trouble("a start was not acknowledged")));
      }
      return ids;
    } catch (ExecutionException e) {
      throw new Trouble("a start failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Trouble("interrupted");
    }
  }
}
