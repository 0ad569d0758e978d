package io.orrery.rpc;

import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.LogLevel;
import java.time.Instant;
import java.util.List;

/// Lines of one try, masked already, oldest first.
public record LogBatch(
    TaskRunId taskRun, FlowId flow, String taskId, int attempt, List<Line> lines) {

  public LogBatch {
    lines = List.copyOf(lines);
  }

  public record Line(Instant at, LogLevel level, String thread, String message) {}
}
