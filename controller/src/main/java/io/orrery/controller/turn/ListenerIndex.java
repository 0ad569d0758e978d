package io.orrery.controller.turn;

import io.orrery.engine.condition.Texts;
import io.orrery.model.flow.Condition;
import io.orrery.model.flow.TriggerDef.FlowTrigger;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Who listens to which flows: what an execution's change of state is looked up in. A look-up costs
/// the same however many flows listen elsewhere. Used by the loop's thread alone.
final class ListenerIndex {

  /// A Flow trigger in force.
  record Listener(TriggerId id, FlowTrigger trigger) {}

  private final Map<FlowId, List<Listener>> byFlow = new HashMap<>();
  private final Map<FlowId, List<Listener>> toFlow = new HashMap<>();
  private final Map<String, List<Listener>> toNamespace = new HashMap<>();
  private final Map<TriggerId, Listener> toAll = new LinkedHashMap<>();

  /// The Flow triggers that a flow has from now on.
  void put(FlowId flow, List<FlowTrigger> triggers) {
    forget(flow);
    var listeners =
        triggers.stream().map(it -> new Listener(new TriggerId(flow, it.id()), it)).toList();
    if (listeners.isEmpty()) {
      return;
    }
    byFlow.put(flow, listeners);
    for (var listener : listeners) {
      switch (scope(listener.trigger())) {
        case Scope.All _ -> toAll.put(listener.id(), listener);
        case Scope.Some(var flows, var namespaces) -> {
          flows.forEach(to -> toFlow.computeIfAbsent(to, _ -> new ArrayList<>()).add(listener));
          namespaces.forEach(
              to -> toNamespace.computeIfAbsent(to, _ -> new ArrayList<>()).add(listener));
        }
      }
    }
  }

  private void forget(FlowId flow) {
    var listeners = byFlow.remove(flow);
    if (listeners == null) {
      return;
    }
    for (var listener : listeners) {
      switch (scope(listener.trigger())) {
        case Scope.All _ -> toAll.remove(listener.id());
        case Scope.Some(var flows, var namespaces) -> {
          flows.forEach(to -> remove(toFlow, to, listener));
          namespaces.forEach(to -> remove(toNamespace, to, listener));
        }
      }
    }
  }

  private static <K> void remove(Map<K, List<Listener>> index, K key, Listener listener) {
    index.computeIfPresent(
        key,
        (_, all) -> {
          all.remove(listener);
          return all.isEmpty() ? null : all;
        });
  }

  Optional<Listener> find(TriggerId id) {
    return byFlow.getOrDefault(id.flow(), List.of()).stream()
        .filter(listener -> listener.id().equals(id))
        .findFirst();
  }

  /// The Flow triggers in force of the flow itself.
  List<Listener> ofFlow(FlowId flow) {
    return byFlow.getOrDefault(flow, List.of());
  }

  /// Those that may want to know of the flow's executions; never the flow's own.
  Set<Listener> of(FlowId flow) {
    if (byFlow.isEmpty()) {
      return Set.of();
    }
    var all = new LinkedHashSet<Listener>(toFlow.getOrDefault(flow, List.of()));
    all.addAll(toNamespace.getOrDefault(flow.namespace(), List.of()));
    all.addAll(toAll.values());
    all.removeIf(listener -> listener.id().flow().equals(flow));
    return all;
  }

  /// Which flows a trigger can match at all.
  private sealed interface Scope {
    record All() implements Scope {}

    record Some(Set<FlowId> flows, Set<String> namespaces) implements Scope {}
  }

  private static Scope scope(FlowTrigger trigger) {
    var narrow = narrowest(trigger.conditions());
    if (narrow.isPresent() || trigger.gatherings().isEmpty()) {
      return narrow.<Scope>map(it -> it).orElseGet(Scope.All::new);
    }
    var flows = new LinkedHashSet<FlowId>();
    var namespaces = new LinkedHashSet<String>();
    for (var gathering : trigger.gatherings()) {
      for (var part : gathering.parts().values()) {
        var some = narrowest(part);
        if (some.isEmpty()) {
          return new Scope.All();
        }
        flows.addAll(some.get().flows());
        namespaces.addAll(some.get().namespaces());
      }
    }
    return new Scope.Some(flows, namespaces);
  }

  /// Empty when the conditions, which must all hold, name no flow and no namespace.
  private static Optional<Scope.Some> narrowest(List<Condition> conditions) {
    Optional<Scope.Some> found = Optional.empty();
    for (var condition : conditions) {
      if (!Texts.plain(condition)) {
        continue;
      }
      if (condition instanceof Condition.ExecutionFlow(var namespace, var flowId)) {
        return Optional.of(
            new Scope.Some(Set.of(new FlowId(namespace.strip(), flowId.strip())), Set.of()));
      }
      if (condition
              instanceof
              Condition.ExecutionNamespace(var namespace, Condition.Comparison comparison)
          && comparison == Condition.Comparison.EQUALS) {
        found = Optional.of(new Scope.Some(Set.of(), Set.of(namespace.strip())));
      }
    }
    return found;
  }
}
