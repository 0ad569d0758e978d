package io.orrery.model.flow;

import java.time.Duration;
import java.util.Optional;

/// When a failed task is tried again.
///
/// @param maxAttempts counts all attempts, the first included; absent: no limit
/// @param maxDuration from the first attempt's start; a retry that would land later is not made
/// @param warningOnRetry a success after more than one attempt ends WARNING
public record Retry(
    Delay delay,
    Optional<Integer> maxAttempts,
    Optional<Duration> maxDuration,
    boolean warningOnRetry,
    Behavior behavior) {

  public enum Behavior {
    RETRY_FAILED_TASK,
    CREATE_NEW_EXECUTION
  }

  /// How long to wait before the next attempt.
  public sealed interface Delay {}

  public record Constant(Duration interval) implements Delay {}

  /// `interval × factor^(n-1)`, at most `maxInterval`.
  public record Exponential(Duration interval, Duration maxInterval, double factor)
      implements Delay {}

  public record Random(Duration minInterval, Duration maxInterval) implements Delay {}
}
