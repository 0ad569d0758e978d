package io.orrery.engine.trigger;

import io.orrery.model.id.ExecutionId;
import java.time.Instant;
import java.util.Optional;

/// Why a trigger did, or did not, fire at an instant.
///
/// @param line one line for a person
/// @param slot the slot that it is about; empty when there is none
/// @param execution that was made, or that is waited for
/// @param previous the slot before the instant
/// @param next the slot behind it
public record Why(
    Kind kind,
    String line,
    Optional<Instant> slot,
    Optional<ExecutionId> execution,
    Optional<Instant> previous,
    Optional<Instant> next) {

  public enum Kind {
    FIRED_ON_TIME,
    FIRED_LATE,
    COALESCED,
    SKIPPED_POLICY,
    SKIPPED_LATE,
    SKIPPED_DISABLED,
    SKIPPED_BACKLOG_CAP,
    SKIPPED_OVERLAP,
    SKIPPED_CONDITION,
    EVALUATION_FAILED,
    /// The schedule did not fire it; a backfill did.
    BACKFILLED,
    /// Somebody asked for it at once.
    MANUAL,
    /// Due, and waiting for an execution's end.
    HELD,
    /// Due, and about to be decided.
    DUE,
    /// Not decided while the trigger is disabled.
    DISABLED,
    /// It lies ahead.
    PREDICTED,
    /// A condition on dates leaves this instant out.
    EXCLUDED,
    /// It lies before the schedule's beginning or behind its end.
    OUTSIDE,
    /// The schedule does not name this instant.
    NO_SLOT,
    /// The trigger was not there yet.
    BEFORE,
    /// The line is no longer kept.
    NO_LINE,
    /// A trigger of this kind has no slots.
    NO_SLOTS
  }

  Why and(String more, Kind now) {
    return new Why(now, line + " " + more, slot, execution, previous, next);
  }
}
