package io.orrery.controller.turn;

import java.time.Duration;

/// A rate: at most so many within any stretch of a given length, some of them at once and the rest
/// evenly. Measured by time that only moves forward; lives in memory, since forgetting it harms
/// nothing.
final class Bucket {

  private final long interval;
  private final long burst;

  /// The first instant at which nothing of what was taken counts any more.
  private long emptyAt;

  /// @param max at least 1
  Bucket(int max, Duration within) {
    long atOnce = 1L + max / 10;
    burst = atOnce;
    // What is taken at once counts as well: both together stay within `max`.
    interval = Math.ceilDiv(within.toNanos(), max - atOnce + 1);
  }

  /// How many may be taken now.
  int available(Duration elapsed) {
    long now = elapsed.toNanos();
    return (int) Math.max(0, (now + burst * interval - Math.max(emptyAt, now)) / interval);
  }

  void take(int count, Duration elapsed) {
    emptyAt = Math.max(emptyAt, elapsed.toNanos()) + count * interval;
  }

  /// When the next one may be taken.
  Duration readyAt() {
    return Duration.ofNanos(Math.max(0, emptyAt - (burst - 1) * interval));
  }

  boolean isFull(Duration elapsed) {
    return emptyAt <= elapsed.toNanos();
  }
}
