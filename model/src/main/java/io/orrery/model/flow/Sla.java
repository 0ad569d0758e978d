package io.orrery.model.flow;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// A promise about an execution, and what happens when it is broken.
///
/// @param labels added to the execution on violation; in the order of the text
/// @param duration there exactly when `type` is MAX_DURATION
/// @param assertion template, there exactly when `type` is EXECUTION_ASSERTION
public record Sla(
    String id,
    Type type,
    Behavior behavior,
    Map<String, String> labels,
    Optional<Duration> duration,
    Optional<String> assertion) {

  public Sla {
    labels = Copies.map(labels);
  }

  public enum Type {
    MAX_DURATION,
    EXECUTION_ASSERTION
  }

  public enum Behavior {
    FAIL,
    CANCEL,
    NONE
  }
}
