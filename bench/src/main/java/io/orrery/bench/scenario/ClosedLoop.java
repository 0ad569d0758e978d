package io.orrery.bench.scenario;

import io.orrery.bench.subject.Pause;
import io.orrery.bench.subject.Product;
import io.orrery.bench.subject.Trouble;
import io.orrery.controller.Orchestrator;
import io.orrery.model.id.FlowId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Starts executions so that always about as many are under way.
///
/// How many have ended is counted in the database, every millisecond: following each one would cost
/// more than running it.
final class ClosedLoop {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Product product;
  private final LongSupplier open;
  private final FlowId flow;
  private final int window;

  /// @param open how many of the flow's executions are not finished, as the database has it
  ClosedLoop(Product product, LongSupplier open, FlowId flow, int window) {
    this.product = product;
    this.open = open;
    this.flow = flow;
    this.window = window;
  }

  /// @param nanos from the first start to the last end
  record Result(long count, long nanos) {}

  /// Starts for `length`, then waits until all have ended.
  Result run(Duration length) {
    var acknowledged = new AtomicLong();
    var refusal = new AtomicReference<@Nullable Throwable>();
    long begin = System.nanoTime();
    long posted = 0;
    while (System.nanoTime() - begin < length.toNanos()) {
      requireNone(refusal);
      long room = window - (posted - ended(acknowledged));
      for (long i = 0; i < room; i++) {
        product
            .orchestrator()
            .start(Orchestrator.Start.of(flow, Map.of()))
            .whenComplete(
                (_, failure) -> {
                  if (failure != null) {
                    refusal.set(failure);
                  }
                  acknowledged.incrementAndGet();
                });
        posted++;
      }
      Pause.ofMillis(1);
    }
    long all = posted;
    Pause.until(
        "all executions ended",
        PATIENCE,
        1,
        () -> acknowledged.get() == all && open.getAsLong() == 0);
    long end = System.nanoTime();
    requireNone(refusal);
    return new Result(posted, end - begin);
  }

  /// What was acknowledged before the count is in it, if it has not ended.
  private long ended(AtomicLong acknowledged) {
    long known = acknowledged.get();
    return known - Math.min(known, open.getAsLong());
  }

  private static void requireNone(AtomicReference<@Nullable Throwable> refusal) {
    var failure = refusal.get();
    if (failure != null) {
      throw new Trouble("a start was refused: " + failure, failure);
    }
  }
}
