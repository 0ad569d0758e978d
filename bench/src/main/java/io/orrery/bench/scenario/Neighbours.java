package io.orrery.bench.scenario;

import io.orrery.bench.stats.Report;
import io.orrery.bench.subject.Observer;
import io.orrery.bench.subject.Product;
import io.orrery.model.id.FlowId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/// What single-task executions, 200 under way at any time, have to bear from others: an execution
/// whose output has N kilobytes, and a flow that asserts, each again and again beside them.
public final class Neighbours implements Scenario {

  private static final int WINDOW = 200;
  private static final Duration LOOK = Duration.ofMillis(5);

  @Override
  public String name() {
    return "neighbours";
  }

  @Override
  public void run(Workbench bench, Report report) {
    int kilobytes = bench.size(20_000, 200);
    var length = Duration.ofMillis(bench.pick(3_000, 300));
    try (var product = bench.product();
        var observer = product.observer()) {
      var small = product.save(Flows.log("small"));
      var large = product.save(Flows.large("large", kilobytes));
      var promising = product.save(Flows.promising("promising"));
      bench.say("warming up");
      rate(product, observer, small, length.multipliedBy(2));
      for (int round = 0; round < bench.rounds(); round++) {
        report.add("alonePerSecond", rate(product, observer, small, length));
        try (var beside = new Beside(product, large)) {
          report.add("besideLargePerSecond", rate(product, observer, small, length));
          report.add("largeMs", beside.lastMs());
        }
        try (var _ = new Beside(product, promising)) {
          report.add("besidePromisingPerSecond", rate(product, observer, small, length));
        }
      }
    }
  }

  private static double rate(Product product, Observer observer, FlowId flow, Duration length) {
    var result = new ClosedLoop(product, () -> observer.open(flow), flow, WINDOW).run(length);
    return result.count() / (result.nanos() / 1e9);
  }

  /// Executions of a flow, one after the other, until this is closed.
  private static final class Beside implements AutoCloseable {
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CompletableFuture<Double> last;

    Beside(Product product, FlowId flow) {
      last =
          CompletableFuture.supplyAsync(
              () -> {
                double lastMs;
                do {
                  lastMs = product.run(flow, LOOK) / 1e6;
                } while (!closed.get());
                return lastMs;
              },
              Thread.ofVirtual()::start);
    }

    /// Ends it; how long the last execution took.
    double lastMs() {
      closed.set(true);
      return Product.await(last);
    }

    @Override
    public void close() {
      lastMs();
    }
  }
}
