package io.orrery.server.log;

import io.orrery.model.id.TaskRunId;
import io.orrery.server.json.JsonMap;
import io.orrery.store.query.LogQueries.LogLine;
import java.util.Map;
import java.util.Optional;

/// A log line as JSON and as text. Kestra's clients count attempts from 0, Orrery from 1.
final class LogJson {
  private LogJson() {}

  static Map<String, Object> of(LogLine line) {
    boolean ofTask = !line.taskId().isEmpty();
    return new JsonMap()
        .with("namespace", line.flow().namespace())
        .with("flowId", line.flow().id())
        .with("taskId", ofTask ? line.taskId() : null)
        .with("executionId", line.execution().map(Object::toString))
        .with("taskRunId", taskRun(line))
        .with("attemptNumber", ofTask ? Math.max(0, line.attempt() - 1) : null)
        .with("triggerId", line.triggerId())
        .with("timestamp", line.at())
        .with("level", line.level().name())
        .with("thread", line.thread())
        .with("message", line.message())
        .map();
  }

  static String text(LogLine line) {
    return line.at() + " " + line.level() + " " + line.message() + "\n";
  }

  private static Optional<String> taskRun(LogLine line) {
    return line.taskRun() < 0
        ? Optional.empty()
        : line.execution().map(id -> new TaskRunId(id, line.taskRun()).toString());
  }
}
