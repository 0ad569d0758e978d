package io.orrery.store.query;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.LogLevel;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/// Deletes what is only ever appended, in pieces: each call is one short transaction.
///
/// Nothing here is fenced: no vnode's owner reads or changes these rows.
public interface Purges {

  /// Deletes the lines that `filter` describes, of the next `chunks` rows at most.
  ///
  /// @param levels in place of the filter's least one; empty: that one
  /// @param after id of the row where the piece before ended; 0 for the first
  LogPiece logs(LogFilter filter, Set<LogLevel> levels, long after, int chunks);

  /// Deletes the lines of exactly this flow, of the next `chunks` rows at most.
  ///
  /// @param triggerId those that this trigger wrote; absent: all of the flow
  LogPiece logsOf(FlowId flow, Optional<String> triggerId, long after, int chunks);

  /// @param next id of the last row that was looked at; empty when there are no more
  record LogPiece(long lines, Optional<Long> next) {}

  /// How many lines the executions have; they are deleted as well with `delete`.
  long logsOf(Set<ExecutionId> executions, boolean delete);

  /// How many metrics they have; deleted as well with `delete`.
  long metricsOf(Set<ExecutionId> executions, boolean delete);

  /// Deletes at most `limit` revisions that were saved before `before` and that are not the newest
  /// of a living flow, nor of an execution that has not finished.
  ///
  /// @param namespace this one and those below it
  /// @return how many
  int revisions(Optional<String> namespace, Optional<String> flowId, Instant before, int limit);

  /// Deletes lines of the ledger about slots before `before`, of the next `lanes` lanes at most and
  /// `rows` lines of each. A schedule's newest line stays, whatever its age: it says up to where
  /// slots were decided.
  ///
  /// @param after the lane where the piece before ended; empty for the first
  LedgerPiece ledger(Instant before, Optional<Lane> after, int lanes, int rows);

  /// A lane of one trigger.
  record Lane(TriggerId trigger, String name) {}

  /// @param next the last lane of which nothing is left to delete; empty when that was the last of
  ///   all
  record LedgerPiece(long lines, Optional<Lane> next) {}
}
