package io.orrery.rpc;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What tasks ask about the instance as a whole, and do to it. Every call blocks, and does a
/// bounded piece: whoever wants all calls again from where the piece ended.
public interface HousekeepingPort {

  /// @param namespace this one and those below it
  /// @param levels empty: all
  /// @param to exclusive
  record LogFilter(
      Optional<String> namespace,
      Optional<String> flowId,
      Optional<ExecutionId> execution,
      Set<LogLevel> levels,
      Optional<Instant> from,
      Optional<Instant> to) {
    public LogFilter {
      levels = Set.copyOf(levels);
    }
  }

  /// Where the next piece begins. [#START] for the first.
  record Place(long chunk, int line) {
    public static final Place START = new Place(0, -1);
  }

  /// @param taskRun seq, or below 0 for none
  record LogLine(
      FlowId flow,
      Optional<ExecutionId> execution,
      int taskRun,
      String taskId,
      int attempt,
      Instant at,
      LogLevel level,
      String thread,
      String message) {}

  /// @param next empty after the last
  record LogPiece(List<LogLine> lines, Optional<Place> next) {
    public LogPiece {
      lines = List.copyOf(lines);
    }
  }

  /// @param next empty after the last
  record PurgedLines(long lines, Optional<Place> next) {}

  /// @param namespace this one and those below it
  /// @param states empty: all
  /// @param from begun at or after
  /// @param to begun before
  record ExecutionFilter(
      Optional<String> namespace,
      Optional<String> flowId,
      Set<State> states,
      Optional<Instant> from,
      Optional<Instant> to) {
    public ExecutionFilter {
      states = Set.copyOf(states);
    }
  }

  /// What of executions is deleted.
  record Parts(boolean execution, boolean log, boolean metric, boolean storage) {}

  /// How much was deleted.
  ///
  /// @param kept how many executions of this piece and those before it are still there: the next
  ///   piece passes them over
  /// @param more whether there is another piece
  record PurgedExecutions(
      long executions, long logs, long metrics, long files, int kept, boolean more) {}

  record Resumption(ExecutionId execution, Map<String, Object> inputs) {
    public Resumption {
      inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    }
  }

  LogPiece logs(LogFilter which, Place from);

  PurgedLines purgeLogs(LogFilter which, Place from);

  long count(ExecutionFilter which);

  /// @param kept what the piece before said; 0 for the first
  PurgedExecutions purge(ExecutionFilter which, Parts parts, int kept);

  /// @throws Refused when it is not there or not paused
  void resume(Resumption resumption);

  /// @throws Refused when there is no such trigger
  void setTriggerEnabled(TriggerId trigger, boolean enabled);

  /// @param namespace this one and those below it
  /// @return how many were deleted; less than [#PIECE] when these were the last
  int purgeRevisions(Optional<String> namespace, Optional<String> flowId, Instant to);

  /// How many rows a piece deletes at most.
  int PIECE = 100;

  /// The request cannot be met, for a reason that the user can mend.
  final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Refused(String message) {
      super(message);
    }
  }
}
