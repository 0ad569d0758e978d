package io.orrery.store.vnode;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.state.LogLevel;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Log lines of one source, stored as one row.
///
/// @param execution absent for lines of a trigger
/// @param taskRun seq within the execution; -1 for lines of the execution itself
/// @param taskId empty for lines of the execution itself
public record LogChunk(
    FlowId flow,
    Optional<ExecutionId> execution,
    int taskRun,
    String taskId,
    int attempt,
    Optional<String> triggerId,
    List<Line> lines) {

  public LogChunk {
    lines = List.copyOf(lines);
  }

  /// A line that the engine itself has to say of an execution.
  public static LogChunk ofEngine(
      FlowId flow, ExecutionId execution, LogLevel level, String message, Instant at) {
    return ofEngine(flow, execution, -1, "", 0, level, message, at);
  }

  /// A line that the engine itself has to say of a task run.
  public static LogChunk ofEngine(
      FlowId flow,
      ExecutionId execution,
      int taskRun,
      String taskId,
      int attempt,
      LogLevel level,
      String message,
      Instant at) {
    return new LogChunk(
        flow,
        Optional.of(execution),
        taskRun,
        taskId,
        attempt,
        Optional.empty(),
        List.of(new Line(at, level, "engine", message)));
  }

  public record Line(Instant at, LogLevel level, String thread, String message) {}
}
