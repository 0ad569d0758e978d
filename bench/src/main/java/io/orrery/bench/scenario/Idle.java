package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import io.orrery.bench.subject.Observer;
import io.orrery.bench.subject.Pause;
import io.orrery.bench.subject.ServerProcess;
import java.time.Duration;

/// The real server with nothing to do, after it ran one execution: memory, CPU of one core, and
/// transactions on PostgreSQL (SQLite counts none).
public final class Idle implements Scenario {

  @Override
  public String name() {
    return "idle";
  }

  @Override
  public void run(Workbench bench, Report report) {
    var launch = Servers.launch(bench);
    Servers.prepare(bench, launch, Flows.log("first"));
    var settle = Duration.ofSeconds(bench.pick(12, 1)); // PostgreSQL counts late
    var watch = Duration.ofSeconds(bench.pick(20, 2));
    try (var server = ServerProcess.launch(launch);
        var observer = new Observer(launch.database())) {
      server.ready();
      server.api().run(Flows.NAMESPACE, "first");
      for (int round = 0; round < bench.rounds(); round++) {
        Pause.of(settle);
        var transactions = observer.transactions();
        var cpu = server.cpu();
        long begin = System.nanoTime();
        Pause.of(watch);
        double seconds = (System.nanoTime() - begin) / 1e9;
        report.add("rssMb", server.residentMb());
        report.add("cpuPercent", 100 * server.cpu().minus(cpu).toNanos() / 1e9 / seconds);
        if (transactions.isPresent()) {
          // The bench's own look is one of them.
          long since = observer.transactions().orElse(0) - transactions.getAsLong() - 1;
          report.add("queriesPerSecond", Math.max(0, since) / seconds);
        }
      }
    }
  }
}
