package io.orrery.app.command;

import io.orrery.engine.execution.TaskRun;
import io.orrery.model.kept.Kept;
import io.orrery.model.state.History;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// An ended execution as JSON-like values, named as Kestra's API names them.
final class ExecutionShape {
  private ExecutionShape() {}

  static Map<String, Object> of(WholeExecution whole) {
    var head = whole.execution();
    var fixed = head.fixed();
    var shape = new LinkedHashMap<String, Object>();
    shape.put("id", head.id().value());
    shape.put("namespace", fixed.flow().namespace());
    shape.put("flowId", fixed.flow().id());
    shape.put("flowRevision", fixed.revision());
    shape.put("state", state(head.history()));
    shape.put("labels", head.labels());
    shape.put("inputs", Kept.shown(fixed.inputs()));
    shape.put("outputs", Kept.shown(head.outputs()));
    head.error().ifPresent(why -> shape.put("error", why));
    var runs = new ArrayList<Object>();
    whole.taskRuns().forEach(run -> runs.add(taskRun(run)));
    shape.put("taskRunList", runs);
    return shape;
  }

  private static Map<String, Object> taskRun(TaskRun run) {
    var shape = new LinkedHashMap<String, Object>();
    shape.put("id", run.id().toString());
    shape.put("taskId", run.taskId());
    run.value().ifPresent(value -> shape.put("value", Kept.shown(value)));
    shape.put("state", state(run.history()));
    var attempts = new ArrayList<Object>();
    run.attempts().forEach(attempt -> attempts.add(Map.of("state", state(attempt.history()))));
    shape.put("attempts", attempts);
    shape.put("outputs", Kept.shown(run.outputs()));
    return shape;
  }

  private static Map<String, Object> state(History history) {
    var shape = new LinkedHashMap<String, Object>();
    shape.put("current", history.current().name());
    shape.put("startDate", history.startedAt());
    history
        .endedAt()
        .ifPresent(
            end -> {
              shape.put("endDate", end);
              shape.put("duration", Duration.between(history.startedAt(), end));
            });
    var changes = new ArrayList<Object>();
    for (var change : history.changes()) {
      var line = new LinkedHashMap<String, Object>();
      line.put("state", change.state().name());
      line.put("date", change.at());
      changes.add(line);
    }
    shape.put("histories", changes);
    return shape;
  }
}
