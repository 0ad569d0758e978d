package io.orrery.store.query;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.state.LogLevel;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Reads of log lines for the API.
public interface LogQueries {

  /// Lines after `cursor`, oldest first, at most `limit`.
  List<LogLine> after(LogFilter filter, Cursor cursor, int limit);

  /// Newest first unless `page` says otherwise. Sort field: `timestamp`.
  Page<LogLine> search(LogFilter filter, PageRequest page);

  /// A place in the log that is the same for history and for the live tail.
  ///
  /// @param chunk id of the row
  /// @param line within it, from 0; the next read begins after it
  record Cursor(long chunk, int line) {
    public static final Cursor START = new Cursor(0, -1);
  }

  record LogLine(
      Cursor cursor,
      FlowId flow,
      Optional<ExecutionId> execution,
      int taskRun,
      String taskId,
      int attempt,
      Optional<String> triggerId,
      Instant at,
      LogLevel level,
      String thread,
      String message) {}
}
