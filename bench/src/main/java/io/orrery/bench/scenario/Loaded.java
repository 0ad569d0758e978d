package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import io.orrery.bench.subject.Databases;
import io.orrery.bench.subject.Observer;
import io.orrery.bench.subject.Pause;
import io.orrery.bench.subject.Product;
import io.orrery.bench.subject.ServerProcess;
import io.orrery.bench.subject.ServerProcess.Launch;
import io.orrery.model.flow.FlowRevision;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/// N schedules that are due hours from now, and what they cost until then: saving them, the real
/// server's memory and CPU of one core while none is due, and the time from its launch until a
/// schedule that is due each second fires, once after a stop and once after kill -9.
public final class Loaded implements Scenario {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /// Saves that are asked for before the first is answered.
  private static final int TOGETHER = 1_000;

  @Override
  public String name() {
    return "loaded";
  }

  @Override
  public void run(Workbench bench, Report report) {
    int count = bench.size(100_000, 50);
    var home = bench.home();
    var database = bench.databases().fresh(home);
    report.add("schedules", count);
    save(bench, home, database, count, report);
    var aot = System.getenv().getOrDefault("ORRERY_AOT", "wait");
    var launch = new Launch(bench.root(), home, database, Map.of("ORRERY_AOT", aot));
    try (var server = ServerProcess.launch(launch)) { // makes the AOT cache, if there is none
      server.ready();
    }
    try (var observer = new Observer(database)) {
      idle(bench, launch, report);
      for (int round = 0; round < bench.rounds(); round++) {
        firstFire(bench, launch, observer, report, round % 2 == 1);
      }
    }
  }

  private static void save(
      Workbench bench, Path home, Databases.Fresh database, int count, Report report) {
    try (var product = Product.open(home, database, bench.clock())) {
      var hours = ZonedDateTime.ofInstant(bench.clock().instant(), ZoneOffset.UTC).plusHours(3);
      var pending = new ArrayDeque<CompletionStage<FlowRevision>>();
      long begin = System.nanoTime();
      for (int i = 0; i < count; i++) {
        // Spread over fifteen hours, all of them far from now.
        var at = hours.plusHours(i % 15);
        var cron = "%d %d %d * * *".formatted(i / 15 % 60, i / 900 % 60, at.getHour());
        var source = Flows.scheduled("far" + i, cron);
        pending.add(product.orchestrator().saveFlow(product.parse(source), source));
        if (pending.size() == TOGETHER) {
          Product.await(pending.remove());
        }
        if ((i + 1) % 20_000 == 0) {
          bench.say("saved %,d flows".formatted(i + 1));
        }
      }
      pending.forEach(Product::await);
      report.add("saveSeconds", (System.nanoTime() - begin) / 1e9);
    }
  }

  private static void idle(Workbench bench, Launch launch, Report report) {
    try (var server = ServerProcess.launch(launch)) {
      report.add("httpReadyMs", server.ready() / 1e6);
      Pause.of(Duration.ofSeconds(bench.pick(10, 1)));
      var cpu = server.cpu();
      long begin = System.nanoTime();
      Pause.of(Duration.ofSeconds(bench.pick(20, 2)));
      double seconds = (System.nanoTime() - begin) / 1e9;
      report.add("idleCpuPercent", 100 * server.cpu().minus(cpu).toNanos() / 1e9 / seconds);
      report.add("rssMb", server.residentMb());
      server.api().importFlows(Flows.scheduled("soon", "* * * * * *"));
    }
  }

  private static void firstFire(
      Workbench bench, Launch launch, Observer observer, Report report, boolean killed) {
    long before = ChronoUnit.MICROS.between(Instant.EPOCH, bench.clock().instant());
    try (var server = ServerProcess.launch(launch)) {
      Pause.until("a schedule fires", PATIENCE, 2, () -> fired(observer, before));
      report.add("firstFireMs", (System.nanoTime() - server.launchedAt()) / 1e6);
      if (killed) {
        server.kill();
      }
    }
  }

  private static boolean fired(Observer observer, long since) {
    return observer.number(
            "select count(*) from fire where flow_id = 'soon' and decision = 'FIRED' and"
                + " decided_at >= ?",
            since)
        > 0;
  }
}
