package io.orrery.model.input;

/// A value after reading it as a type: the typed value, or why it is none.
sealed interface Conversion {

  /// @param value String, Boolean, Number, Instant, LocalDate, LocalTime, Duration, Map or List
  record Typed(Object value) implements Conversion {}

  /// @param why continues the sentence "Invalid input for `x`, …"
  record Refused(String why) implements Conversion {}
}
