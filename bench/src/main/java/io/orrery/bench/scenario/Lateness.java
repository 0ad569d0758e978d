package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import io.orrery.bench.stats.Samples;
import io.orrery.bench.subject.Pause;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// N schedules that are due each second, on a system that does nothing else: how late the product
/// decided on each slot, by its own ledger.
public final class Lateness implements Scenario {

  @Override
  public String name() {
    return "lateness";
  }

  @Override
  public void run(Workbench bench, Report report) {
    int count = bench.size(5, 2);
    try (var product = bench.product();
        var observer = product.observer()) {
      for (int i = 0; i < count; i++) {
        product.save(Flows.scheduled("each" + i, "* * * * * *"));
      }
      Pause.of(Duration.ofSeconds(bench.pick(5, 1))); // what is cold is late
      for (int round = 0; round < bench.rounds(); round++) {
        long since = ChronoUnit.MICROS.between(Instant.EPOCH, bench.clock().instant());
        Pause.of(Duration.ofSeconds(bench.pick(30, 2)));
        var lateness = new Samples();
        observer
            .rows("select late_by from fire where slot >= ? and decision = 'FIRED'", since)
            .forEach(line -> lateness.add((double) line.number(0)));
        report.add("slots", lateness.size());
        report.add("p50Ms", lateness.median());
        report.add("p99Ms", lateness.percentile(99));
        report.add("maxMs", lateness.max());
      }
    }
  }
}
