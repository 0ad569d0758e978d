package io.orrery.conformance.embedded;

import io.orrery.conformance.match.Json;
import io.orrery.conformance.subject.ExecutionView;
import io.orrery.conformance.subject.FlowName;
import io.orrery.conformance.subject.TaskRunView;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.TaskRun;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.kept.Opened;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The store's records as the harness sees them: outputs of tasks as a later task would read them.
final class Views {

  private Views() {}

  static ExecutionView of(WholeExecution whole, Opened.Opener opener) {
    var execution = whole.execution();
    var fixed = execution.fixed();
    return new ExecutionView(
        execution.id().value(),
        new FlowName(fixed.flow().namespace(), fixed.flow().id()),
        fixed.revision(),
        execution.history().changes(),
        execution.finished(),
        whole.taskRuns().stream().map(run -> taskRun(run, opener)).toList(),
        fixed.inputs(),
        execution.outputs(),
        execution.labels(),
        Optional.of(fixed.originalId())
            .filter(original -> !original.equals(execution.id()))
            .map(ExecutionId::value),
        fixed.scheduleDate(),
        fixed.trigger().map(Views::trigger).orElseGet(Map::of));
  }

  private static Map<String, Object> trigger(Execution.TriggerInfo info) {
    var trigger = new LinkedHashMap<String, Object>();
    trigger.put("id", info.id());
    trigger.put("type", info.type());
    trigger.put("variables", info.variables());
    return trigger;
  }

  private static TaskRunView taskRun(TaskRun run, Opened.Opener opener) {
    return new TaskRunView(
        run.id().toString(),
        run.taskId(),
        run.path(),
        run.history().changes(),
        run.attempts().stream()
            .map(attempt -> new TaskRunView.Attempt(attempt.history().changes(), attempt.logFile()))
            .toList(),
        Json.members(Opened.map(run.outputs(), opener)));
  }
}
