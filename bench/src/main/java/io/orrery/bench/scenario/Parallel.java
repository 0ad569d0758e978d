package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import java.time.Duration;

/// One execution of N tasks at once; also of N / 10, since the cost of a task should be the same.
public final class Parallel implements Scenario {

  private static final Duration LOOK = Duration.ofMillis(2);

  @Override
  public String name() {
    return "parallel";
  }

  @Override
  public void run(Workbench bench, Report report) {
    int count = bench.size(1_000, 50);
    int tenth = Math.max(1, count / 10);
    try (var product = bench.product()) {
      var small = product.save(Flows.parallel("tenth", tenth));
      var large = product.save(Flows.parallel("whole", count));
      bench.say("warming up");
      for (int i = 0; i < bench.pick(30, 1); i++) {
        product.run(small, LOOK);
      }
      for (int round = 0; round < bench.rounds(); round++) {
        double tenthMs = product.run(small, LOOK) / 1e6;
        double wholeMs = product.run(large, LOOK) / 1e6;
        report.add("tasks", count);
        report.add("seconds", wholeMs / 1e3);
        report.add("msPerItem", wholeMs / count);
        report.add("msPerItemAtTenth", tenthMs / tenth);
        report.add("taskRunsPerSecond", count / (wholeMs / 1e3));
      }
    }
  }
}
