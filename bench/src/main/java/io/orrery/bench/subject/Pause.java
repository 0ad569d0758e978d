package io.orrery.bench.subject;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Waiting for time to pass: here it is what is measured, or what a look from outside needs.
public final class Pause {
  private Pause() {}

  public static void of(Duration duration) {
    ofNanos(duration.toNanos());
  }

  public static void ofMillis(long millis) {
    ofNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  /// Looks every `everyMillis` until `done`.
  ///
  /// @param what for the error
  /// @throws Trouble when it takes longer than `atMost`
  public static void until(String what, Duration atMost, long everyMillis, BooleanSupplier done) {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new Trouble("not within " + atMost.toSeconds() + " s: " + what);
      }
      ofMillis(everyMillis);
    }
  }

  private static void ofNanos(long nanos) {
    try {
      // Nobody counts it down: only time ends the wait.
      boolean _ = new CountDownLatch(1).await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Trouble("interrupted");
    }
  }
}
