package io.orrery.bench.subject;

import io.orrery.app.command.Instance;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Follows one execution, from before it is created.
///
/// The end is timed by the hint that came last before the read that saw it, so that the read itself
/// and waiting between reads are no part of it.
final class Following implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Instance instance;
  private final ExecutionId id;
  private final Semaphore news = new Semaphore(0);
  private final AtomicLong newsAt = new AtomicLong(System.nanoTime());
  private final AutoCloseable listening;

  Following(Instance instance, ExecutionId id) {
    this.instance = instance;
    this.id = id;
    listening = instance.orchestrator().follow(id, this::ring);
  }

  private void ring() {
    newsAt.set(System.nanoTime());
    news.release();
  }

  /// Waits for the end.
  ///
  /// @return by [System#nanoTime()]
  /// @throws Trouble when it is no success
  long success(Duration look) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      hear(deadline);
      long heardAt = newsAt.get();
      var head = instance.executions().head(id);
      if (head.isPresent() && head.get().finished()) {
        if (head.get().state() != State.SUCCESS) {
          throw new Trouble("execution " + id + " ended as " + head.get().state());
        }
        return heardAt;
      }
      if (look.isPositive()) {
        Pause.of(look);
      }
    }
  }

  private void hear(long deadline) {
    try {
      if (!news.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        throw new Trouble("execution " + id + " did not end within " + PATIENCE);
      }
      news.drainPermits();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Trouble("interrupted");
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (Exception e) {
      throw new Trouble("the listener cannot be taken away", e);
    }
  }
}
