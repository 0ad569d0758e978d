package io.orrery.engine.trigger;

import io.orrery.model.id.ExecutionId;
import java.time.Instant;
import java.util.Map;

/// Something that happened to a trigger's backfill. It carries its own time.
public sealed interface BackfillEvent {

  Instant at();

  /// A person asked for one. Meant for a trigger that has none.
  record Asked(Backfill backfill, Instant at) implements BackfillEvent {}

  /// Nothing new begins, until [Resumed].
  record Paused(Instant at) implements BackfillEvent {}

  record Resumed(Instant at) implements BackfillEvent {}

  /// What is not made yet is never made; what runs goes on.
  record Removed(Instant at) implements BackfillEvent {}

  /// It may go on.
  ///
  /// @param verdicts on conditions that had to be rendered, by slot
  record Due(Instant at, Map<Instant, Verdict> verdicts) implements BackfillEvent {}

  /// An execution of the trigger ended.
  record Ended(ExecutionId execution, Instant at) implements BackfillEvent {}
}
