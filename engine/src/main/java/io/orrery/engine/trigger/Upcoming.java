package io.orrery.engine.trigger;

import java.time.Instant;

/// A slot that has no decision yet.
///
/// @param due when it is to be decided
/// @param conditional whether conditions have to be rendered before it fires
public record Upcoming(Instant slot, Instant due, Standing standing, boolean conditional) {

  /// How it stands.
  public enum Standing {
    /// It lies ahead.
    PREDICTED,
    /// Its instant has come, and it is about to be decided.
    DUE,
    /// Its instant has come; an execution of the trigger must end first.
    HELD,
    /// The trigger is disabled: it is skipped once that ends, unless somebody wants otherwise.
    DISABLED
  }
}
