package io.orrery.controller.turn;

import io.orrery.engine.plan.FlowPlan;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.kept.Opened;
import io.orrery.store.vnode.VnodeStore;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Outputs of ended task runs for whoever renders: from memory where the execution is live, else
/// from committed rows. Safe for many threads; calls may read the database.
public final class OutputsReader {

  private final ConcurrentHashMap<ExecutionId, LiveOutputs> live = new ConcurrentHashMap<>();
  private final VnodeStore store;

  public OutputsReader(VnodeStore store) {
    this.store = store;
  }

  void know(ExecutionId execution, LiveOutputs outputs) {
    live.put(execution, outputs);
  }

  /// The `outputs` variable of an execution's templates.
  ///
  /// @param opener of what is sealed or put aside
  public Map<String, Object> variable(FlowPlan plan, ExecutionId execution, Opened.Opener opener) {
    return new LazyOutputs(this, plan, execution, opener);
  }

  /// All committed records of an execution; empty when there is none.
  public Optional<Records> records(ExecutionId execution) {
    return Records.read(store, execution);
  }

  void forget(ExecutionId execution) {
    live.remove(execution);
  }

  void clear() {
    live.clear();
  }

  /// All outputs of a task, nested by loop value; null when it has none.
  public @Nullable Map<String, Object> all(ExecutionId execution, String taskId) {
    var here = live.get(execution);
    if (here != null && here.complete()) {
      return here.all(taskId);
    }
    if (here != null) {
      var plain = here.of(taskId, List.of());
      if (plain != null) {
        return plain;
      }
    }
    return LiveOutputs.nested(store.outputs(execution, taskId));
  }

  /// The outputs of a task for exactly these loop values; null when it has none.
  public @Nullable Map<String, Object> of(ExecutionId execution, String taskId, List<String> path) {
    var here = live.get(execution);
    if (here != null) {
      var outputs = here.of(taskId, path);
      if (outputs != null || here.complete()) {
        return outputs;
      }
    }
    return store.outputs(execution, taskId, path).orElse(null);
  }

  /// The values of a loop that has begun, as the engine keeps them.
  public List<String> loopValues(TaskRunId loop) {
    return store.loopValues(loop);
  }

  /// Ids of the tasks that have outputs.
  public List<String> tasks(ExecutionId execution) {
    var here = live.get(execution);
    if (here != null && here.complete()) {
      return here.tasks();
    }
    var tasks = new LinkedHashSet<>(store.tasksWithOutputs(execution));
    if (here != null) {
      tasks.addAll(here.tasks());
    }
    return new ArrayList<>(tasks);
  }
}
