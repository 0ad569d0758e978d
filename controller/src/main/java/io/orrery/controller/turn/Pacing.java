package io.orrery.controller.turn;

import java.time.Duration;
import java.util.function.Supplier;

/// How fast late slots are made up for, and the time that this is measured by.
///
/// @param elapsed time that only moves forward, whatever happens to the clock
/// @param recoveriesPerSecond executions made for late slots in any second, by this node
/// @param recoveriesPerSecondOfNamespace the same, of the flows of one namespace
public record Pacing(
    Supplier<Duration> elapsed, int recoveriesPerSecond, int recoveriesPerSecondOfNamespace) {

  public static final int RECOVERIES_DEFAULT = 50;
  public static final int RECOVERIES_OF_NAMESPACE_DEFAULT = 25;

  /// With the rates of the defaults.
  public static Pacing of(Supplier<Duration> elapsed) {
    return new Pacing(elapsed, RECOVERIES_DEFAULT, RECOVERIES_OF_NAMESPACE_DEFAULT);
  }
}
