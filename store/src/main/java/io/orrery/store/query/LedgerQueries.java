package io.orrery.store.query;

import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.engine.trigger.LedgerLine;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TriggerId;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads of the ledger: what was decided about the slots of triggers.
public interface LedgerQueries {

  enum Order {
    OLDEST_FIRST,
    NEWEST_FIRST
  }

  /// Where a piece of a list ended: the next one begins behind it.
  ///
  /// @param slot the first one of the last line
  record Place(Instant slot, String lane) {}

  /// @param next empty when there is nothing more
  record Piece(List<LedgerLine> lines, Optional<Place> next) {
    public Piece {
      lines = List.copyOf(lines);
    }
  }

  /// Decisions of one trigger that are about an instant in `[from, to]`, every lane among them, by
  /// their first slot.
  Piece lines(
      TriggerId trigger, Instant from, Instant to, Order order, Optional<Place> after, int limit);

  /// The lines that cover an instant: rows of exactly this slot, and ranges around it.
  List<LedgerLine> covering(TriggerId trigger, Instant at);

  /// The line that is about the schedule's earliest slot.
  Optional<LedgerLine> oldest(TriggerId trigger);

  /// Slots that did not fire and that nothing fired for, newest first.
  ///
  /// @param namespace this one and those below it; empty: all
  /// @param since of the slot
  List<LedgerLine> missed(
      Optional<String> namespace, Instant since, Set<Decision> decisions, int limit);

  /// What is due and undecided, by lane.
  Map<Lane, Due> backlog(Instant now);

  enum Lane {
    /// Due for less than a minute.
    ON_TIME,
    /// Due for longer.
    RECOVERY,
    /// Waits for an execution to end.
    HELD,
    BACKFILL
  }

  /// @param oldest its due date; empty when there is none
  record Due(long triggers, Optional<Instant> oldest) {

    public static final Due NONE = new Due(0, Optional.empty());

    /// None in any lane.
    public static Map<Lane, Due> none() {
      var none = new EnumMap<Lane, Due>(Lane.class);
      for (var lane : Lane.values()) {
        none.put(lane, NONE);
      }
      return none;
    }
  }

  /// A trigger that waits for an execution which has ended or is not there. A turn that is on its
  /// way may look so for a moment.
  record Orphan(TriggerId trigger, ExecutionId execution) {}

  List<Orphan> orphans(int limit);

  /// The database's own clock.
  Instant databaseTime();
}
