package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import io.orrery.bench.subject.Product;
import java.time.Duration;

/// One execution that loops over N values with one task each; also over N / 10, since the cost of a
/// value should be the same. Under `--concurrency 1` it is the time from value to value.
public final class ForEach implements Scenario {

  private static final Duration LOOK = Duration.ofMillis(5);

  @Override
  public String name() {
    return "foreach";
  }

  @Override
  public void run(Workbench bench, Report report) {
    int count = bench.size(1_000, 50);
    int tenth = Math.max(1, count / 10);
    try (var product = bench.product()) {
      var small = product.save(Flows.forEach("tenth", tenth, bench.concurrency()));
      var large = product.save(Flows.forEach("whole", count, bench.concurrency()));
      bench.say("warming up");
      warmUp(bench, product);
      for (int round = 0; round < bench.rounds(); round++) {
        double tenthMs = product.run(small, LOOK) / 1e6;
        double wholeMs = product.run(large, LOOK) / 1e6;
        report.add("items", count);
        report.add("taskRunsPerSecond", count / (wholeMs / 1e3));
        report.add("msPerItem", wholeMs / count);
        report.add("msPerItemAtTenth", tenthMs / tenth);
        report.add("totalMs", wholeMs);
      }
    }
  }

  private static void warmUp(Workbench bench, Product product) {
    var flow = product.save(Flows.forEach("warm", bench.pick(1_000, 10), 0));
    for (int i = 0; i < bench.pick(10, 1); i++) {
      product.run(flow, LOOK);
    }
  }
}
