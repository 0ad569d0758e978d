package io.orrery.worker;

import io.orrery.rpc.ControllerPort;
import io.orrery.rpc.JobResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends each result until somebody committed it: a lost result would leave its execution running
/// for ever. How many wait is bounded by [#full], which stops the worker from taking jobs.
final class ResultSender implements AutoCloseable {

  static final int WAITING_MAX = 4_096;
  private static final long DELAY_MIN_MS = 50;
  private static final long DELAY_MAX_MS = 10_000;
  private static final Logger LOG = LoggerFactory.getLogger(ResultSender.class);

  private final ControllerPort controller;
  private final Runnable notFull;
  private final Map<AttemptKey, JobResult> waiting = new ConcurrentHashMap<>();
  private final ScheduledThreadPoolExecutor retries;

  /// @param notFull told when [#full] ceases
  ResultSender(ControllerPort controller, Runnable notFull) {
    this.controller = controller;
    this.notFull = notFull;
    this.retries =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("worker-results").factory());
    retries.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  boolean full() {
    return waiting.size() >= WAITING_MAX;
  }

  boolean anyWaiting() {
    return !waiting.isEmpty();
  }

  void send(JobResult result) {
    waiting.put(AttemptKey.of(result), result);
    trySend(result, DELAY_MIN_MS);
  }

  /// A job was offered whose result waits already: sends it under the newer epoch.
  ///
  /// @return whether there was such a result
  boolean sendAgain(AttemptKey key, long epoch) {
    var known = waiting.get(key);
    if (known == null) {
      return false;
    }
    if (known.epoch() < epoch) {
      var newer =
          new JobResult(
              known.taskRun(),
              known.attempt(),
              epoch,
              known.state(),
              known.outputs(),
              known.startedAt(),
              known.endedAt(),
              known.logFile(),
              known.metrics());
      if (waiting.replace(key, known, newer)) {
        trySend(newer, DELAY_MIN_MS);
      }
    }
    return true;
  }

  private void trySend(JobResult result, long delayMs) {
    try {
      var _ = controller.ended(result).whenComplete((_, failure) -> sent(result, failure, delayMs));
    } catch (RuntimeException e) {
      sent(result, e, delayMs);
    }
  }

  private void sent(JobResult result, @Nullable Throwable failure, long delayMs) {
    var key = AttemptKey.of(result);
    if (failure == null) {
      boolean wasFull = full();
      if (waiting.remove(key, result) && wasFull && !full()) {
        notFull.run();
      }
      return;
    }
    if (!result.equals(waiting.get(key)) || retries.isShutdown()) {
      return; // A newer one took its place, or nobody waits any more.
    }
    LOG.info("The result of {} was not taken ({}); sent again in {} ms", key, failure, delayMs);
    var _ =
        retries.schedule(
            () -> trySend(result, Math.min(DELAY_MAX_MS, delayMs * 2)),
            delayMs,
            TimeUnit.MILLISECONDS);
  }

  /// Waits until nothing waits, for `atMost`.
  ///
  /// @return whether all was taken
  boolean drain(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!waiting.isEmpty()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      Waiting.aMoment();
    }
    return true;
  }

  @Override
  public void close() {
    retries.shutdownNow();
  }
}
