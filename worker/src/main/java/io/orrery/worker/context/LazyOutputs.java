package io.orrery.worker.context;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.kept.Opened;
import io.orrery.rpc.ControllerPort;
import java.util.AbstractMap;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

  private @Nullable Map<String, Object> all;

  LazyOutputs(
      ControllerPort controller,
      ExecutionId execution,
      @Nullable Object carried,
      Opened.Opener opener) {
    this.opener = opener;
    this.controller = controller;
    this.execution = execution;
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
      known.put(task, controller.outputs(execution, task));
    }
    return Opened.of(known.get(task), opener);
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
