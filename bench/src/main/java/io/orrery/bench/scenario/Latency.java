package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import io.orrery.bench.stats.Samples;
import io.orrery.bench.subject.Pause;
import java.time.Duration;

/// One single-task execution at a time on an idle system: from the call that creates it to the
/// commit of its success. Then once more after a quiet while.
public final class Latency implements Scenario {

  private static final double NANOS_PER_MS = 1e6;

  @Override
  public String name() {
    return "latency";
  }

  @Override
  public void run(Workbench bench, Report report) {
    int count = bench.size(300, 5);
    try (var product = bench.product();
        var observer = product.observer()) {
      var flow = product.save(Flows.log("latency"));
      int warm = bench.pick(1_000, 5);
      for (int i = 0; i < warm; i++) {
        product.run(flow, Duration.ZERO);
      }
      for (int round = 0; round < bench.rounds(); round++) {
        var samples = new Samples();
        for (int i = 0; i < count; i++) {
          samples.add(product.run(flow, Duration.ZERO) / NANOS_PER_MS);
        }
        report.add("p50Ms", samples.median());
        report.add("p99Ms", samples.percentile(99));
        Pause.of(Duration.ofSeconds(bench.pick(10, 1)));
        report.add("afterQuietMs", product.run(flow, Duration.ZERO) / NANOS_PER_MS);
      }
      observer.requireSuccesses(Flows.NAMESPACE, "latency", warm + bench.rounds() * (count + 1L));
    }
  }
}
