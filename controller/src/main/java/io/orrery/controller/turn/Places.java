package io.orrery.controller.turn;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Who holds a place of a flow's concurrency limit and who waits for one: derived from the live
/// executions, and from nothing else. Used by the loop's thread alone.
final class Places {

  private static final class OfFlow {
    final Set<ExecutionId> holding = new LinkedHashSet<>();
    final Set<ExecutionId> queued = new LinkedHashSet<>();
  }

  private final Map<FlowId, OfFlow> flows = new HashMap<>();

  int holding(FlowId flow) {
    var places = flows.get(flow);
    return places == null ? 0 : places.holding.size();
  }

  int queued(FlowId flow) {
    var places = flows.get(flow);
    return places == null ? 0 : places.queued.size();
  }

  void hold(FlowId flow, ExecutionId execution) {
    var places = flows.computeIfAbsent(flow, _ -> new OfFlow());
    places.queued.remove(execution);
    places.holding.add(execution);
  }

  void queue(FlowId flow, ExecutionId execution) {
    flows.computeIfAbsent(flow, _ -> new OfFlow()).queued.add(execution);
  }

  void leave(FlowId flow, ExecutionId execution) {
    var places = flows.get(flow);
    if (places == null) {
      return;
    }
    places.holding.remove(execution);
    places.queued.remove(execution);
    if (places.holding.isEmpty() && places.queued.isEmpty()) {
      flows.remove(flow);
    }
  }

  /// The one that has waited longest.
  Optional<ExecutionId> firstQueued(FlowId flow) {
    var places = flows.get(flow);
    return places == null || places.queued.isEmpty()
        ? Optional.empty()
        : Optional.of(places.queued.iterator().next());
  }
}
