package io.orrery.server.http;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Wakes one waiting thread. Rings while nobody waits count as one.
public final class Bell {
  private final Semaphore rung = new Semaphore(0);

  public void ring() {
    if (rung.availablePermits() == 0) {
      rung.release();
    }
  }

  /// Waits for a ring, which may have come before.
  ///
  /// @return whether it rang
  public boolean await(Duration atMost) throws InterruptedException {
    boolean heard = rung.tryAcquire(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
    if (heard) {
      rung.drainPermits();
    }
    return heard;
  }
}
