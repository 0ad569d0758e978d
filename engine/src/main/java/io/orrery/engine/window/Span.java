package io.orrery.engine.window;

import java.time.Instant;

/// A stretch of time.
///
/// @param end the first instant behind it
public record Span(Instant start, Instant end) {

  public boolean contains(Instant at) {
    return !at.isBefore(start) && at.isBefore(end);
  }
}
