package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import java.time.Duration;

/// A ForEachItem over a file of N lines, 10,000 to a batch. Run it with a small heap
/// (`ORRERY_JAVA_OPTS=-Xmx256m`): that it ends shows that the file streams.
public final class BigFile implements Scenario {

  private static final Duration LOOK = Duration.ofMillis(5);
  private static final int ROWS = 10_000;

  @Override
  public String name() {
    return "file";
  }

  @Override
  public void run(Workbench bench, Report report) {
    int count = bench.size(1_000_000, 1_000);
    int rows = Math.min(ROWS, Math.max(1, count / 10));
    try (var product = bench.product();
        var observer = product.observer()) {
      var child = product.save(Flows.log("child"));
      var parent = product.save(Flows.file("parent", child.id(), count, rows));
      for (int round = 1; round <= bench.rounds(); round++) {
        report.add("totalMs", product.run(parent, LOOK) / 1e6);
        observer.requireSuccesses(Flows.NAMESPACE, "child", (long) round * count / rows);
      }
    }
    report.add("heapMaxMb", Runtime.getRuntime().maxMemory() / 1e6);
  }
}
