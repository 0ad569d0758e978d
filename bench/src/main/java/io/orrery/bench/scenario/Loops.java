package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import io.orrery.bench.subject.Observer;
import io.orrery.model.id.FlowId;
import java.time.Duration;

/// Loops inside loops, and parents of N executions: how long after the last child's end the parent
/// ends. Also what an item of a loop keeps in memory, over N × 10 items and N × 100.
public final class Loops implements Scenario {

  private static final Duration LOOK = Duration.ofMillis(5);
  private static final int NESTED = 10;

  @Override
  public String name() {
    return "loops";
  }

  @Override
  public void run(Workbench bench, Report report) {
    int count = bench.size(1_000, 20);
    try (var product = bench.product();
        var observer = product.observer()) {
      var nested = product.save(Flows.nested("nested", bench.pick(NESTED, 2)));
      var child = product.save(Flows.log("child"));
      var subflows = product.save(Flows.subflows("subflows", child.id(), count));
      var batches = product.save(Flows.batches("batches", child.id(), count));
      bench.say("warming up");
      for (int i = 0; i < bench.pick(5, 1); i++) {
        product.run(nested, LOOK);
      }
      product.run(subflows, LOOK);
      for (int round = 0; round < bench.rounds(); round++) {
        report.add("nestedMs", product.run(nested, LOOK) / 1e6);
        report.add("subflowsTotalMs", product.run(subflows, LOOK) / 1e6);
        report.add("subflowsAfterLastChildMs", afterLastChild(observer, subflows));
        report.add("batchesTotalMs", product.run(batches, LOOK) / 1e6);
        report.add("batchesAfterLastChildMs", afterLastChild(observer, batches));
      }
    }
    for (int round = 0; round < bench.rounds(); round++) {
      report.add("heapBytesPerItemAtTenth", heapPerItem(bench, count * 10));
      report.add("heapBytesPerItem", heapPerItem(bench, count * 100));
    }
  }

  /// Of the newest execution of the flow; milliseconds.
  private static double afterLastChild(Observer observer, FlowId parent) {
    long micros =
        observer.number(
            """
            select p.ended_at - (select max(c.ended_at) from execution c where c.started_by = p.id)
            from execution p where p.namespace = ? and p.flow_id = ? order by p.started_at desc limit 1
            """,
            parent.namespace(),
            parent.id());
    return micros / 1e3;
  }

  /// What is held while half of the items have ended, more than before the first began.
  private static double heapPerItem(Workbench bench, int items) {
    try (var product = bench.product();
        var observer = product.observer()) {
      var flow = product.save(Flows.forEach("held", items, 0));
      product.run(product.save(Flows.forEach("warm", 100, 0)), LOOK);
      long before = heap();
      var held = new long[1];
      var watching =
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (ended(observer) < items / 2) {
                      Thread.onSpinWait();
                    }
                    held[0] = heap() - before;
                  });
      product.run(flow, LOOK);
      join(watching);
      return held[0] / (double) items;
    }
  }

  private static long ended(Observer observer) {
    return observer.number("select count(*) from task_run where state >= 50");
  }

  private static long heap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
