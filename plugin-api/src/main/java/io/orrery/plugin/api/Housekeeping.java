package io.orrery.plugin.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a task may ask of, and do to, the instance that runs it: look at logs and executions, clear
/// old ones away. Whatever is large is done in small steps, so that nobody else waits for it.
///
/// Everything here throws [TaskFailure] with a message for the user when it cannot be done.
public interface Housekeeping {

  /// Which log lines. All given conditions must hold.
  ///
  /// @param namespace this one and those below it
  /// @param levels names; empty: all
  /// @param to exclusive
  record LogLines(
      Optional<String> namespace,
      Optional<String> flowId,
      Optional<String> executionId,
      Set<Level> levels,
      Optional<Instant> from,
      Optional<Instant> to) {
    public LogLines {
      levels = Set.copyOf(levels);
    }
  }

  /// @param taskRunId empty for a line of no task run
  record LogLine(
      String namespace,
      String flowId,
      String executionId,
      String taskId,
      String taskRunId,
      int attempt,
      Instant at,
      Level level,
      String thread,
      String message) {}

  /// Which executions. All given conditions must hold.
  ///
  /// @param namespace this one and those below it
  /// @param states names; empty: all
  /// @param from begun at or after
  /// @param to begun before
  record Executions(
      Optional<String> namespace,
      Optional<String> flowId,
      Set<String> states,
      Optional<Instant> from,
      Optional<Instant> to) {
    public Executions {
      states = Set.copyOf(states);
    }
  }

  /// What goes with purged executions.
  enum Part {
    EXECUTION,
    LOG,
    METRIC,
    STORAGE
  }

  /// How many of each were deleted; of logs lines, of the storage files.
  record Purged(long executions, long logs, long metrics, long files) {
    public Purged plus(Purged more) {
      return new Purged(
          executions + more.executions,
          logs + more.logs,
          metrics + more.metrics,
          files + more.files);
    }
  }

  /// Hands on the lines one by one, as they were written.
  void logs(LogLines which, Consumer<LogLine> sink);

  /// @return how many lines were deleted
  long purgeLogs(LogLines which);

  long count(Executions which);

  /// Ended executions only: what is under way is left alone.
  Purged purge(Executions which, Set<Part> parts);

  /// Lets a paused execution go on.
  void resume(String executionId, Map<String, @Nullable Object> inputs);

  /// @throws TaskFailure also when there is no such trigger
  void setTriggerEnabled(String namespace, String flowId, String triggerId, boolean enabled);

  /// Deletes revisions that are not the newest of a living flow and that were saved before `to`; an
  /// execution under way keeps the one it runs.
  ///
  /// @param namespaces with those below them
  /// @return how many
  long purgeRevisions(List<String> namespaces, Optional<String> flowId, Instant to);
}
