package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import io.orrery.bench.subject.Product;
import io.orrery.bench.subject.Trouble;
import io.orrery.model.flow.FlowRevision;
import java.util.ArrayList;
import java.util.concurrent.CompletionStage;

/// N flows, each parsed, checked and saved before the next, as the API's bulk call does; and N more
/// that are all asked for before the first is saved.
public final class Import implements Scenario {

  @Override
  public String name() {
    return "import";
  }

  @Override
  public void run(Workbench bench, Report report) {
    int count = bench.size(1_000, 20);
    for (int round = 0; round < bench.rounds(); round++) {
      try (var product = bench.product();
          var observer = product.observer()) {
        warmUp(product, bench.pick(500, 5));
        double oneByOneMs = oneByOne(product, "each", count);
        double togetherMs = together(product, "all", count);
        report.add("flows", count);
        report.add("seconds", oneByOneMs / 1e3);
        report.add("msPerItem", oneByOneMs / count);
        report.add("togetherMs", togetherMs);
        long kept =
            observer.number(
                "select count(*) from flow where latest = 1 and (flow_id like 'each%' or flow_id"
                    + " like 'all%')");
        if (kept != 2L * count) {
          throw new Trouble("%d flows were saved, %d are there".formatted(2 * count, kept));
        }
      }
    }
  }

  private static void warmUp(Product product, int count) {
    oneByOne(product, "warm", count);
  }

  private static double oneByOne(Product product, String prefix, int count) {
    long begin = System.nanoTime();
    for (int i = 0; i < count; i++) {
      product.save(Flows.sequence(prefix + i, 3));
    }
    return (System.nanoTime() - begin) / 1e6;
  }

  private static double together(Product product, String prefix, int count) {
    var stages = new ArrayList<CompletionStage<FlowRevision>>(count);
    long begin = System.nanoTime();
    for (int i = 0; i < count; i++) {
      var source = Flows.sequence(prefix + i, 3);
      stages.add(product.orchestrator().saveFlow(product.parse(source), source));
    }
    stages.forEach(Product::await);
    return (System.nanoTime() - begin) / 1e6;
  }
}
