package io.orrery.engine.trigger;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TriggerId;
import java.time.Instant;
import java.util.Optional;

/// One line of the ledger: what was decided about one slot. Unique by (trigger, lane, slot);
/// written with what it decided.
///
/// @param lane [#SCHEDULE_LANE], [#MANUAL_LANE], or the id of a backfill
/// @param coalesced how many slots this one stands for, itself included
/// @param lateBy milliseconds from when the slot was due to the decision
public record Fire(
    TriggerId trigger,
    String lane,
    Instant slot,
    Decision decision,
    Cause cause,
    String policy,
    long lateBy,
    int coalesced,
    Optional<ExecutionId> execution,
    Instant decidedAt)
    implements LedgerLine {

  public static final String SCHEDULE_LANE = "schedule";

  /// Of executions that somebody asked for at once; the slot is the instant of the asking.
  public static final String MANUAL_LANE = "manual";

  @Override
  public Instant first() {
    return slot;
  }

  @Override
  public Instant last() {
    return slot;
  }

  @Override
  public long slots() {
    return 1;
  }

  public enum Decision {
    FIRED,
    /// Another slot's fire stands for this one.
    COALESCED,
    SKIPPED_POLICY,
    SKIPPED_LATE,
    SKIPPED_DISABLED,
    SKIPPED_BACKLOG_CAP,
    /// An earlier slot's execution was still running, and the schedule lets none wait.
    SKIPPED_OVERLAP,
    /// Its backfill was ended before its turn came.
    SKIPPED_CANCELLED,
    /// A condition that had to be rendered does not hold.
    SKIPPED_CONDITION,
    /// A condition could not be judged: its execution is FAILED and says why.
    EVALUATION_FAILED
  }

  /// Why a slot was not decided at its instant.
  public enum Cause {
    ON_TIME,
    RESTART,
    TAKEOVER,
    STALL,
    CLOCK_JUMP,
    DB_OUTAGE,
    /// More was due than could be decided in time.
    CAPACITY,
    LOCKED,
    DISABLED,
    /// Somebody asked for it afterwards.
    BACKFILL,
    /// Somebody asked for it at once.
    MANUAL,
    UNKNOWN
  }
}
