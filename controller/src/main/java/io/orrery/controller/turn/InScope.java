package io.orrery.controller.turn;

import io.orrery.engine.execution.Surroundings;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.execution.Variables;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.model.kept.Keeper;
import io.orrery.model.kept.Keeping;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What templates see of an execution that is under way.
final class InScope {

  private final OutputsReader reader;
  private final Surroundings around;
  private final Keeping keeping;

  InScope(OutputsReader reader, Surroundings around, Keeping keeping) {
    this.reader = reader;
    this.around = around;
    this.keeping = keeping;
  }

  Outside.OfExecution of(LiveExecution it) {
    var keeper = keeping.keeper();
    var outputs = new LazyOutputs(reader, it.plan(), it.head().id(), keeper);
    var variables = Variables.of(it.plan(), it.head(), outputs, around);
    return new Outside.OfExecution(it.plan(), it.head(), opened(variables, keeper), keeper);
  }

  Outside.OfTask of(LiveExecution it, TaskRun run) {
    var keeper = keeping.keeper();
    var outputs = new LazyOutputs(reader, it.plan(), it.head().id(), run, keeper);
    var variables = Variables.of(it.plan(), it.head(), run, it::run, outputs, around);
    return new Outside.OfTask(it.plan(), it.head(), run, opened(variables, keeper), keeper);
  }

  /// With everything in reach that is sealed or put aside; outputs see to it themselves.
  private static Map<String, Object> opened(Map<String, Object> variables, Keeper keeper) {
    return keeper.opened(variables, "outputs");
  }

  /// The variables of a job as the records hold them: of the outputs, those that the task names and
  /// that are known here at once.
  Map<String, Object> ofJob(LiveExecution it, TaskRun run) {
    var named = new LinkedHashMap<String, Object>();
    for (var taskId : it.plan().node(run.node()).reads().outputs()) {
      var known = it.outputs().of(taskId, impliedPath(it.plan(), run, taskId));
      if (known != null) {
        named.put(taskId, known);
      }
    }
    return Variables.of(it.plan(), it.head(), run, it::run, named, around);
  }

  /// Where the outputs of a task are, that a task run names without loop values.
  private static List<String> impliedPath(FlowPlan plan, TaskRun run, String taskId) {
    int many = plan.node(taskId).map(read -> plan.implied(plan.node(run.node()), read)).orElse(0);
    return run.path().subList(0, many);
  }
}
