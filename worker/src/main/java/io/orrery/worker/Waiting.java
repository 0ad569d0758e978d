package io.orrery.worker;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The little waits of shutting down.
final class Waiting {
  private Waiting() {}

  /// Ten milliseconds.
  static void aMoment() throws InterruptedException {
    boolean _ = new CountDownLatch(1).await(10, TimeUnit.MILLISECONDS);
  }
}
