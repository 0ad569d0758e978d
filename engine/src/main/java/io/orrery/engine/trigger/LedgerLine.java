package io.orrery.engine.trigger;

import io.orrery.model.id.TriggerId;
import java.time.Instant;

/// A line of the ledger: what was decided about one slot, or about many at once.
public sealed interface LedgerLine permits Fire, SkipRange {

  TriggerId trigger();

  /// [Fire#SCHEDULE_LANE], [Fire#MANUAL_LANE], or the id of a backfill.
  String lane();

  Fire.Decision decision();

  Fire.Cause cause();

  String policy();

  Instant decidedAt();

  /// The earliest slot that it is about.
  Instant first();

  /// The latest one.
  Instant last();

  /// How many slots it is about.
  long slots();

  default boolean ofSchedule() {
    return lane().equals(Fire.SCHEDULE_LANE);
  }
}
