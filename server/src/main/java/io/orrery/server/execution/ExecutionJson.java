package io.orrery.server.execution;

import com.fasterxml.jackson.core.JsonGenerator;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.TaskRun;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.kept.Kept;
import io.orrery.model.state.History;
import io.orrery.model.state.StateChange;
import io.orrery.server.flow.FlowJson;
import io.orrery.server.json.Json;
import io.orrery.server.json.JsonMap;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An execution and its task runs as JSON.
public final class ExecutionJson {
  private ExecutionJson() {}

  /// The head alone, as lists show it.
  ///
  /// @param now for the duration of what is still going on
  public static Map<String, Object> head(Execution execution, Instant now) {
    var fixed = execution.fixed();
    return new JsonMap()
        .with("id", execution.id().value())
        .with("namespace", fixed.flow().namespace())
        .with("flowId", fixed.flow().id())
        .with("flowRevision", fixed.revision())
        .with("inputs", fixed.inputs().isEmpty() ? null : Kept.shown(fixed.inputs()))
        .with("outputs", execution.outputs().isEmpty() ? null : Kept.shown(execution.outputs()))
        .with("labels", FlowJson.labels(execution.labels()))
        .with(
            "variables", execution.variables().isEmpty() ? null : Kept.shown(execution.variables()))
        .with("state", state(execution.history(), now))
        .with("parentId", fixed.parentId().map(Object::toString))
        .with("originalId", fixed.originalId().value())
        .with("trigger", fixed.trigger().map(ExecutionJson::trigger))
        .with("deleted", false)
        .with("metadata", metadata(fixed))
        .with("scheduleDate", fixed.scheduleDate())
        .with("breakpoints", breakpoints(execution))
        .with("error", execution.error())
        .map();
  }

  private static @Nullable Object breakpoints(Execution execution) {
    var breakpoints = execution.course().breakpoints();
    return breakpoints.isEmpty()
        ? null
        : breakpoints.stream()
            .map(it -> new JsonMap().with("id", it.task()).with("value", it.value()).map())
            .toList();
  }

  /// Writes the execution with its task runs, one after another: an execution may have very many.
  static void write(WholeExecution whole, Instant now, OutputStream out) throws IOException {
    var json = Json.generator(out);
    json.writeStartObject();
    for (var member : head(whole.execution(), now).entrySet()) {
      if (member.getKey().equals("state")) {
        writeTaskRuns(whole, now, json);
      }
      json.writePOJOField(member.getKey(), member.getValue());
    }
    json.writeEndObject();
    json.close();
  }

  static byte[] bytes(WholeExecution whole, Instant now) {
    var out = new ByteArrayOutputStream();
    try {
      write(whole, now, out);
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return out.toByteArray();
  }

  /// @param flow that the execution is of
  public static Map<String, Object> taskRun(TaskRun run, FlowId flow, Instant now) {
    return new JsonMap()
        .with("id", run.id().toString())
        .with("executionId", run.id().execution().value())
        .with("namespace", flow.namespace())
        .with("flowId", flow.id())
        .with("taskId", run.taskId())
        .with("parentTaskRunId", parent(run))
        .with("value", run.value().map(Kept::shown))
        .with("iteration", run.iteration() < 0 ? null : run.iteration())
        .with("attempts", run.attempts().isEmpty() ? null : attempts(run, now))
        .with("outputs", run.outputs().isEmpty() ? null : Kept.shown(run.outputs()))
        .with("state", state(run.history(), now))
        .map();
  }

  static Map<String, Object> state(History history, Instant now) {
    return new JsonMap()
        .with("current", history.current().name())
        .with("histories", history.changes().stream().map(ExecutionJson::change).toList())
        .with("duration", history.duration(now))
        .with("startDate", history.startedAt())
        .with("endDate", history.endedAt())
        .map();
  }

  private static void writeTaskRuns(WholeExecution whole, Instant now, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart("taskRunList");
    for (var run : whole.taskRuns()) {
      json.writePOJO(taskRun(run, whole.execution().fixed().flow(), now));
    }
    json.writeEndArray();
  }

  private static Map<String, Object> change(StateChange change) {
    return new JsonMap().with("state", change.state().name()).with("date", change.at()).map();
  }

  private static Optional<String> parent(TaskRun run) {
    return run.parent() < 0
        ? Optional.empty()
        : Optional.of(new TaskRunId(run.id().execution(), run.parent()).toString());
  }

  private static List<Map<String, Object>> attempts(TaskRun run, Instant now) {
    return run.attempts().stream()
        .map(
            attempt ->
                new JsonMap()
                    .with("state", state(attempt.history(), now))
                    .with("logFile", attempt.logFile())
                    .map())
        .toList();
  }

  private static Map<String, Object> trigger(Execution.TriggerInfo trigger) {
    return new JsonMap()
        .with("id", trigger.id())
        .with("type", trigger.type())
        .with("variables", Kept.shown(trigger.variables()))
        .map();
  }

  private static Map<String, Object> metadata(Execution.Fixed fixed) {
    return new JsonMap()
        .with("attemptNumber", fixed.attemptNumber())
        .with("originalCreatedDate", fixed.originalCreatedAt())
        .map();
  }
}
