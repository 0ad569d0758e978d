package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import io.orrery.bench.subject.Observer;
import io.orrery.bench.subject.Product;
import java.time.Duration;

/// Single-task executions, a few hundred under way at any time, counted until all have ended; and
/// what one of them writes.
public final class Throughput implements Scenario {

  private static final int WINDOW = 400;

  @Override
  public String name() {
    return "throughput";
  }

  @Override
  public void run(Workbench bench, Report report) {
    var length = Duration.ofMillis(bench.pick(5_000, 500));
    try (var product = bench.product();
        var observer = product.observer()) {
      var flow = product.save(Flows.log("throughput"));
      var loop = new ClosedLoop(product, observer::open, flow, WINDOW);
      bench.say("warming up");
      long all = loop.run(Duration.ofMillis(bench.pick(10_000, 500))).count();
      for (int round = 0; round < bench.rounds(); round++) {
        long before = observer.storedBytes();
        var result = loop.run(length);
        all += result.count();
        report.add("executionsPerSecond", result.count() / (result.nanos() / 1e9));
        report.add(
            "bytesPerExecution", (observer.storedBytes() - before) / (double) result.count());
        bench.say("%d executions".formatted(result.count()));
      }
      observer.requireSuccesses(Flows.NAMESPACE, "throughput", all);
    }
    report.add("rowWritesPerExecution", rowWrites(bench));
  }

  /// One at a time, so that nothing is saved by sharing: the most that an execution costs. The
  /// counting is put into the database while the product has it closed.
  private static double rowWrites(Workbench bench) {
    var home = bench.home();
    var database = bench.databases().fresh(home);
    Product.open(home, database, bench.clock()).close();
    try (var observer = new Observer(database)) {
      observer.countRowWrites();
      try (var product = Product.open(home, database, bench.clock())) {
        var flow = product.save(Flows.log("ledger"));
        long before = observer.rowWrites();
        int count = bench.pick(200, 10);
        for (int i = 0; i < count; i++) {
          product.run(flow, Duration.ZERO);
        }
        observer.requireSuccesses(Flows.NAMESPACE, "ledger", count);
        return (observer.rowWrites() - before) / (double) count;
      }
    }
  }
}
