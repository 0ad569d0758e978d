package io.orrery.store.query;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.LogLevel;
import java.time.Instant;
import java.util.Optional;

/// Which log lines. All given conditions must hold.
///
/// @param text part of the message, case ignored
/// @param namespace this one and those below it
/// @param taskRun seq within the execution
public record LogFilter(
    Optional<String> text,
    Optional<String> namespace,
    Optional<String> flowId,
    Optional<ExecutionId> execution,
    Optional<Integer> taskRun,
    Optional<String> taskId,
    Optional<Integer> attempt,
    Optional<String> triggerId,
    LogLevel minLevel,
    Optional<Instant> from,
    Optional<Instant> to) {

  /// Every line.
  public static final LogFilter ANY =
      new LogFilter(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          LogLevel.TRACE,
          Optional.empty(),
          Optional.empty());

  public static LogFilter of(ExecutionId execution, LogLevel minLevel) {
    return new LogFilter(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(execution),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        minLevel,
        Optional.empty(),
        Optional.empty());
  }
}
