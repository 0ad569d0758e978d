package io.orrery.bench.crash;

import io.orrery.bench.subject.Api;
import io.orrery.bench.subject.Observer;
import io.orrery.bench.subject.Pause;
import io.orrery.bench.subject.ServerProcess;
import io.orrery.bench.subject.ServerProcess.Launch;
import io.orrery.bench.subject.Trouble;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// One round: executions are started; after a random number of acknowledgements and a random while
/// the server is killed, perhaps again while it comes back; in the end all must be as if nothing
/// had happened.
final class Round {

  private static final int FIRST_KILL_MS_MAX = 1_500;
  private static final int NEXT_KILL_MS_MAX = 4_000;
  private static final int MORE_KILLS_MAX = 2;

  /// A tick that is younger than this may still be on its way.
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final Setting setting;
  private final Observer observer;
  private final int number;
  private final Random random;
  private final List<String> acknowledged = new ArrayList<>();
  private final List<Integer> kills = new ArrayList<>();
  private long readyMs;

  /// @param executions how many are started
  /// @param patience how long all may take to end after the last launch
  record Setting(Launch launch, int executions, Duration patience, InstantSource clock) {}

  /// What came of it.
  ///
  /// @param evidence a sentence for each thing that is wrong
  record Outcome(String summary, List<String> evidence) {}

  Round(Setting setting, Observer observer, int number, long seed) {
    this.setting = setting;
    this.observer = observer;
    this.number = number;
    this.random = new Random(seed);
  }

  Outcome run() {
    disturb();
    try (var server = ServerProcess.launch(setting.launch())) {
      readyMs = server.ready() / 1_000_000;
      try {
        Pause.until("all executions ended", setting.patience(), 20, () -> open() == 0);
        Pause.until("the schedule has caught up", setting.patience(), 20, this::caughtUp);
      } catch (Trouble e) {
        var evidence = new ArrayList<>(List.of(String.valueOf(e.getMessage())));
        evidence.addAll(standing());
        evidence.add("the server's log:\n" + server.lastLog());
        return new Outcome(summary(server), evidence);
      }
      var summary = summary(server);
      return new Outcome(summary, judge(server.api()));
    }
  }

  /// Starts everything and kills the server, once or more.
  private void disturb() {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var server = ServerProcess.launch(setting.launch())) {
      server.ready();
      var answers = new ArrayList<Future<Optional<String>>>();
      for (int i = 0; i < setting.executions(); i++) {
        var flow = CrashFlows.STARTED.get(i % CrashFlows.STARTED.size());
        var inputs = Map.of(CrashFlows.INPUT, Integer.toString(random.nextInt(1_000_000)));
        answers.add(
            threads.submit(
                () -> server.api().start(CrashFlows.NAMESPACE, flow, inputs, "round:" + number)));
      }
      int enough = random.nextInt(1, setting.executions() + 1);
      Pause.until(
          enough + " starts are acknowledged",
          setting.patience(),
          1,
          () -> answers.stream().filter(Future::isDone).count() >= enough);
      killAfter(server, random.nextInt(FIRST_KILL_MS_MAX));
      for (var answer : answers) {
        answer.get().ifPresent(acknowledged::add);
      }
    } catch (ExecutionException e) {
      throw new Trouble("a start failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Trouble("interrupted");
    }
    for (int more = random.nextInt(MORE_KILLS_MAX + 1); more > 0; more--) {
      try (var server = ServerProcess.launch(setting.launch())) {
        killAfter(server, random.nextInt(NEXT_KILL_MS_MAX));
      }
    }
  }

  private void killAfter(ServerProcess server, int millis) {
    Pause.ofMillis(millis);
    server.kill();
    kills.add(millis);
  }

  private long open() {
    return observer.number(
        "select count(*) from execution where finished = 0 and (flow_id <> ? or started_at < ?)",
        CrashFlows.TICK,
        ChronoUnit.MICROS.between(Instant.EPOCH, setting.clock().instant().minus(FRESH)));
  }

  private boolean caughtUp() {
    return new Ledger(observer).last().isAfter(setting.clock().instant().minus(FRESH));
  }

  private List<String> judge(Api api) {
    var evidence = new ArrayList<String>();
    var ids = ours();
    for (var id : acknowledged) {
      if (!ids.contains(id)) {
        evidence.add("execution " + id + " was acknowledged and is lost");
      }
    }
    for (var id : ids) {
      var execution = api.execution(id);
      if (execution.isEmpty()) {
        evidence.add("execution " + id + " is in the database, but the API has none");
      } else {
        evidence.addAll(Verdict.of(id, execution.get()));
      }
    }
    judgeChildren(evidence);
    evidence.addAll(new Ledger(observer).judge());
    return evidence;
  }

  /// Also those whose acknowledgement was cut off.
  private List<String> ours() {
    return observer
        .rows(
            "select execution_id from label where key = 'round' and value = ? order by"
                + " execution_id",
            Integer.toString(number))
        .stream()
        .map(line -> line.text(0))
        .toList();
  }

  private void judgeChildren(List<String> evidence) {
    long parents = count("calls");
    long children = count(CrashFlows.CHILD);
    if (parents != children) {
      evidence.add("%d executions called, %d were called".formatted(parents, children));
    }
    observer
        .rows(
            "select id, state from execution where flow_id = ? and state <> ?",
            CrashFlows.CHILD,
            Observer.SUCCESS)
        .forEach(
            line -> evidence.add("child %s is in state %s".formatted(line.text(0), line.text(1))));
  }

  private long count(String flow) {
    return observer.number("select count(*) from execution where flow_id = ?", flow);
  }

  private List<String> standing() {
    return observer
        .rows(
            """
            select e.flow_id, e.id, e.state, t.task_id, t.value, t.state, t.history
            from execution e left join task_run t on t.execution_id = e.id and t.state < 50
            where e.finished = 0 order by e.started_at limit 20
            """)
        .stream()
        .map(line -> "still open: " + line.cells())
        .toList();
  }

  private String summary(ServerProcess server) {
    return "%d acknowledged of %d, killed after %s ms; after the last launch ready in %d ms, all ended in %d ms; %d slots"
        .formatted(
            acknowledged.size(),
            setting.executions(),
            kills,
            readyMs,
            (System.nanoTime() - server.launchedAt()) / 1_000_000,
            new Ledger(observer).slots());
  }
}
