package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import io.orrery.bench.stats.Samples;
import java.time.Duration;

/// One execution of ten tasks, one after the other, on an idle system.
public final class Sequence implements Scenario {

  private static final int TASKS = 10;

  @Override
  public String name() {
    return "sequence";
  }

  @Override
  public void run(Workbench bench, Report report) {
    int tasks = bench.size(TASKS, TASKS);
    try (var product = bench.product()) {
      var flow = product.save(Flows.sequence("sequence", tasks));
      for (int i = 0; i < bench.pick(100, 2); i++) {
        product.run(flow, Duration.ZERO);
      }
      for (int round = 0; round < bench.rounds(); round++) {
        var samples = new Samples();
        for (int i = 0; i < bench.pick(50, 2); i++) {
          samples.add(product.run(flow, Duration.ZERO) / 1e6 / tasks);
        }
        report.add("perTaskMs", samples.median());
        report.add("perTaskP99Ms", samples.percentile(99));
      }
    }
  }
}
