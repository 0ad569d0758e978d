package io.orrery.engine.graph;

import io.orrery.engine.execution.TaskRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The task runs of one execution by container.
final class RunTree {

  /// Stands for the execution itself as a container.
  static final int ROOT = -1;

  private final Map<Integer, List<TaskRun>> children = new HashMap<>();

  RunTree(List<TaskRun> runs) {
    for (var run : runs) {
      children.computeIfAbsent(run.parent(), _ -> new ArrayList<>()).add(run);
    }
  }

  /// The newest run of a task below a container.
  ///
  /// @param container seq of its run, or [#ROOT]
  /// @param iteration -1 outside a loop
  Optional<TaskRun> find(int container, String taskId, int iteration) {
    return newest(container, taskId, iteration)
        // The iterations of a Loop have runs of their own in between.
        .or(() -> throughIteration(container, taskId, iteration));
  }

  private Optional<TaskRun> newest(int container, String taskId, int iteration) {
    return below(container).stream()
        .filter(run -> run.taskId().equals(taskId))
        .filter(run -> iteration < 0 || run.iteration() == iteration)
        .reduce((_, newer) -> newer);
  }

  private Optional<TaskRun> throughIteration(int container, String taskId, int iteration) {
    return below(container).stream()
        .filter(run -> iteration >= 0 && run.iteration() == iteration)
        .flatMap(run -> newest(run.seq(), taskId, -1).stream())
        .reduce((_, newer) -> newer);
  }

  /// The values that a loop's run has begun, by their place.
  Map<Integer, String> values(TaskRun loop) {
    var values = new LinkedHashMap<Integer, String>();
    for (var run : below(loop.seq())) {
      run.value().ifPresent(value -> values.put(run.iteration(), value));
    }
    return values;
  }

  private List<TaskRun> below(int container) {
    return children.getOrDefault(container, List.of());
  }
}
