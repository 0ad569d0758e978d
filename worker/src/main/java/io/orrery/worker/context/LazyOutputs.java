package io.orrery.worker.context;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.kept.Opened;
import io.orrery.rpc.ControllerPort;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The variable `outputs`: what the job brought along, the rest asked for when it is read. Used by
/// one attempt; what was asked for once is remembered. What is sealed or put aside is opened when
/// it is read.
final class LazyOutputs extends AbstractMap<String, Object> {

  private final ControllerPort controller;
  private final ExecutionId execution;
  private final Opened.Opener opener;

  /// By task; null when it is known to have none.
  private final Map<String, @Nullable Object> known;

  private final List<String> path;
  private final Map<String, Integer> implied;
  private @Nullable Map<String, Object> all;

  /// @param implied by task id, how many of the loop values in `path` go without saying
  LazyOutputs(
      ControllerPort controller,
      ExecutionId execution,
      @Nullable Object carried,
      List<String> path,
      Map<String, Integer> implied,
      Opened.Opener opener) {
    this.opener = opener;
    this.controller = controller;
    this.execution = execution;
    this.path = path;
    this.implied = implied;
    this.known = new HashMap<>();
    if (carried instanceof Map<?, ?> map) {
      map.forEach((task, outputs) -> known.put(String.valueOf(task), outputs));
    }
  }

  @Override
  public synchronized @Nullable Object get(@Nullable Object key) {
    if (!(key instanceof String task)) {
      return null;
    }
    if (!known.containsKey(task)) {
      known.put(task, asked(task));
    }
    return Opened.of(known.get(task), opener);
  }

  private @Nullable Object asked(String task) {
    int many = implied.getOrDefault(task, 0);
    if (many == 0) {
      return controller.outputs(execution, task);
    }
    var exactly = controller.outputs(execution, task, path.subList(0, many));
    if (exactly != null) {
      return exactly;
    }
    // In a ForEach inside of the Loop: what is under the values around both.
    var at = controller.outputs(execution, task);
    for (var step : path.subList(0, many)) {
      at = at instanceof Map<?, ?> map ? map.get(step) : null;
    }
    return at;
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return get(key) != null;
  }

  @Override
  public synchronized Set<Entry<String, Object>> entrySet() {
    if (all == null) {
      all = new LinkedHashMap<>();
      for (var task : controller.tasksWithOutputs(execution)) {
        var outputs = get(task);
        if (outputs != null) {
          all.put(task, outputs);
        }
      }
    }
    return Collections.unmodifiableMap(all).entrySet();
  }
}
