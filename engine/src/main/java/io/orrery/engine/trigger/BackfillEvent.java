package io.orrery.engine.trigger;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/// Something that happened to a trigger's backfill. It carries its own time.
public sealed interface BackfillEvent {

  Instant at();

  /// A person asked for one. Meant for a trigger that has none.
  record Asked(Backfill backfill, Instant at) implements BackfillEvent {}

  /// Nothing new begins, until [Resumed].
  record Paused(Instant at) implements BackfillEvent {}

  record Resumed(Instant at) implements BackfillEvent {}

  /// What is not made yet is never made, and the ledger says so; what runs goes on.
  record Removed(Instant at) implements BackfillEvent {}

  /// It may go on.
  ///
  /// @param verdicts on conditions that had to be rendered, by slot
  /// @param made slots that fired before and are not to fire again
  /// @param max how many executions may be made now
  record Due(Instant at, Map<Instant, Verdict> verdicts, Set<Instant> made, int max)
      implements BackfillEvent {

    /// As many as one event makes, each slot of the range.
    public Due(Instant at, Map<Instant, Verdict> verdicts) {
      this(at, verdicts, Set.of(), Misfires.FIRES_MAX);
    }
  }

  /// An execution of the trigger ended.
  record Ended(ExecutionId execution, State endState, Instant at) implements BackfillEvent {}
}
