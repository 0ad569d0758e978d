package io.orrery.model.flow;

import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;

/// The stretch of time in which the parts of a [Gathering] must be met.
public sealed interface TimeWindow {

  TimeWindow DEFAULT = new Every(Duration.ofDays(1), Duration.ZERO);

  /// Windows that follow one another, aligned to the clock.
  ///
  /// @param length positive
  /// @param advance by how much they are moved; may be negative
  record Every(Duration length, Duration advance) implements TimeWindow {}

  /// Opens with the first part that is met.
  record FromFirst(Duration length) implements TimeWindow {}

  /// Each part must have been met within the last `length`.
  record Lookback(Duration length) implements TimeWindow {}

  /// From midnight to the deadline, each day.
  record Deadline(TimeOfDay deadline) implements TimeWindow {}

  /// From one time to the other, each day; over midnight when `to` is not after `from`.
  record Daily(TimeOfDay from, TimeOfDay to) implements TimeWindow {}

  /// @param offset absent: the server's zone
  record TimeOfDay(LocalTime time, Optional<ZoneOffset> offset) {}
}
