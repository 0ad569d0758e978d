package io.orrery.controller;

import io.orrery.model.id.ExecutionId;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Who wants to hear that an execution has something new to read.
final class Watchers {

  private final ConcurrentHashMap<ExecutionId, List<Runnable>> listeners =
      new ConcurrentHashMap<>();

  AutoCloseable add(ExecutionId id, Runnable listener) {
    listeners.computeIfAbsent(id, _ -> new CopyOnWriteArrayList<>()).add(listener);
    return () ->
        listeners.computeIfPresent(
            id,
            (_, all) -> {
              all.remove(listener);
              return all.isEmpty() ? null : all;
            });
  }

  void changed(Iterable<ExecutionId> executions) {
    if (listeners.isEmpty()) {
      return;
    }
    for (var id : executions) {
      listeners.getOrDefault(id, List.of()).forEach(Runnable::run);
    }
  }
}
