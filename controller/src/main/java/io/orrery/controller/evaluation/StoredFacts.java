package io.orrery.controller.evaluation;

import io.orrery.engine.execution.Frame.Branch;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.execution.Variables;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import io.orrery.store.query.LogFilter;
import io.orrery.store.query.LogQueries;
import io.orrery.store.query.PageRequest;
import io.orrery.store.vnode.VnodeStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Facts from committed rows and log lines.
public final class StoredFacts implements Facts {

  private final VnodeStore store;
  private final LogQueries logs;

  public StoredFacts(VnodeStore store, LogQueries logs) {
    this.store = store;
    this.logs = logs;
  }

  @Override
  public Map<String, Object> taskStates(ExecutionId execution) {
    var states = new LinkedHashMap<String, Object>();
    for (var run : runs(execution)) {
      var path = new ArrayList<String>();
      path.add(run.taskId());
      path.addAll(run.path());
      path.add("state");
      Variables.put(states, path, run.state().name());
    }
    return states;
  }

  @Override
  public Map<String, Object> failure(ExecutionId execution) {
    return failed(runs(execution))
        .map(
            run -> {
              var error = new LinkedHashMap<String, Object>();
              var message = message(execution, run);
              error.put("taskId", run.taskId());
              error.put("message", message);
              // Where in a plugin it happened is in the log, at DEBUG.
              error.put("stackTrace", message);
              return (Map<String, Object>) error;
            })
        .orElse(Map.of());
  }

  /// The failed one that ended last, of those that made the execution fail: not of what runs
  /// because of it, nor what failed because a task in it did.
  private static Optional<TaskRun> failed(List<TaskRun> runs) {
    var bySeq = new HashMap<Integer, TaskRun>();
    runs.forEach(run -> bySeq.put(run.seq(), run));
    var causes =
        runs.stream().filter(run -> run.state() == State.FAILED && cause(run, bySeq)).toList();
    var around = causes.stream().map(TaskRun::parent).collect(Collectors.toSet());
    return causes.stream()
        .filter(run -> !around.contains(run.seq()))
        .max(
            Comparator.comparing((TaskRun run) -> run.history().currentSince())
                .thenComparingInt(TaskRun::seq));
  }

  private static boolean cause(TaskRun run, Map<Integer, TaskRun> bySeq) {
    for (var at = run; at != null; at = bySeq.get(at.parent())) {
      if (at.branch() != Branch.MAIN && at.branch() != Branch.ON_PAUSE) {
        return false;
      }
    }
    return true;
  }

  private String message(ExecutionId execution, TaskRun run) {
    var all = LogFilter.of(execution, LogLevel.ERROR);
    var ofRun =
        new LogFilter(
            all.text(),
            all.namespace(),
            all.flowId(),
            all.execution(),
            Optional.of(run.seq()),
            all.taskId(),
            all.attempt(),
            all.triggerId(),
            all.minLevel(),
            all.from(),
            all.to());
    var newest = logs.search(ofRun, new PageRequest(1, 1, List.of()));
    return newest.results().isEmpty() ? "" : newest.results().getFirst().message();
  }

  private List<TaskRun> runs(ExecutionId execution) {
    return store.whole(execution).map(VnodeStore.WholeExecution::taskRuns).orElse(List.of());
  }
}
