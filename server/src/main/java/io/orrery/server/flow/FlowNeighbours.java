package io.orrery.server.flow;

import io.orrery.model.id.FlowId;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.vnode.SavedFlow;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which flows start which, as their texts say in so many words: templated names are left out.
public final class FlowNeighbours {
  private static final Set<String> CALLS = Set.of("Subflow", "ForEachItem");
  private static final String OLD_CALL = "io.kestra.core.tasks.flows.Flow";

  private final FlowStore flows;

  public FlowNeighbours(FlowStore flows) {
    this.flows = flows;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/flows/{namespace}/{id}/dependencies", this::dependencies),
        Route.get("/api/v1/namespaces/{namespace}/dependencies", this::ofNamespace));
  }

  private record Edge(FlowId source, FlowId target, String relation) {}

  /// `destinationOnly`: only what this flow starts. `expandAll`: also the neighbours of neighbours,
  /// and so on.
  private Answer dependencies(Call call) {
    var id = new FlowId(call.param("namespace"), call.param("id"));
    var saved =
        flows.latest(id).filter(flow -> !flow.deleted()).orElseThrow(() -> FlowReads.notFound(id));
    boolean outwards = call.query().flag("destinationOnly", false);
    boolean further = call.query().flag("expandAll", false);
    var all = edges();
    var chosen = new LinkedHashSet<Edge>();
    var seen = new LinkedHashSet<>(Set.of(saved.id()));
    var open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      var at = open.poll();
      for (var edge : all) {
        boolean touches = edge.source().equals(at) || (!outwards && edge.target().equals(at));
        if (!touches || !chosen.add(edge)) {
          continue;
        }
        for (var end : List.of(edge.source(), edge.target())) {
          if (seen.add(end) && further) {
            open.add(end);
          }
        }
      }
    }
    return Answer.json(shape(seen, chosen));
  }

  private Answer ofNamespace(Call call) {
    var namespace = call.param("namespace");
    var nodes = new LinkedHashSet<FlowId>();
    for (var flow : flows.allLatest()) {
      if (flow.id().namespace().equals(namespace)) {
        nodes.add(flow.id());
      }
    }
    var chosen = new LinkedHashSet<Edge>();
    for (var edge : edges()) {
      if (edge.source().namespace().equals(namespace)
          || edge.target().namespace().equals(namespace)) {
        chosen.add(edge);
        nodes.add(edge.source());
        nodes.add(edge.target());
      }
    }
    return Answer.json(shape(nodes, chosen));
  }

  private static Map<String, Object> shape(Set<FlowId> nodes, Set<Edge> edges) {
    return new JsonMap()
        .with(
            "nodes",
            nodes.stream()
                .map(
                    node ->
                        new JsonMap()
                            .with("uid", uid(node))
                            .with("namespace", node.namespace())
                            .with("id", node.id())
                            .map())
                .toList())
        .with(
            "edges",
            edges.stream()
                .map(
                    edge ->
                        new JsonMap()
                            .with("source", uid(edge.source()))
                            .with("target", uid(edge.target()))
                            .with("relation", edge.relation())
                            .map())
                .toList())
        .map();
  }

  private static String uid(FlowId flow) {
    return flow.namespace() + "_" + flow.id();
  }

  private Set<Edge> edges() {
    var edges = new LinkedHashSet<Edge>();
    for (var flow : flows.allLatest()) {
      var tree = FlowText.tree(flow.source()).orElseGet(LinkedHashMap::new);
      for (var list : List.of("tasks", "errors", "finally", "afterExecution")) {
        calls(flow, tree.get(list), edges);
      }
      if (tree.get("triggers") instanceof List<?> triggers) {
        triggers.forEach(trigger -> awaited(flow, trigger, edges));
      }
    }
    return edges;
  }

  private static void calls(SavedFlow flow, @Nullable Object node, Set<Edge> edges) {
    if (node instanceof List<?> list) {
      list.forEach(item -> calls(flow, item, edges));
      return;
    }
    if (!(node instanceof Map<?, ?> map)) {
      return;
    }
    var type = String.valueOf(map.get("type"));
    if (type.equals(OLD_CALL) || CALLS.contains(type.substring(type.lastIndexOf('.') + 1))) {
      var called = named(map);
      if (called != null) {
        edges.add(new Edge(flow.id(), called, "FLOW_TASK"));
      }
    }
    map.values().forEach(value -> calls(flow, value, edges));
  }

  /// The flows that a Flow trigger names, wherever in its conditions.
  private static void awaited(SavedFlow flow, @Nullable Object node, Set<Edge> edges) {
    if (!(node instanceof Map<?, ?> trigger)
        || !String.valueOf(trigger.get("type")).endsWith("Flow")) {
      return;
    }
    for (var place : List.of("preconditions", "conditions", "dependsOn")) {
      named(flow, trigger.get(place), edges);
    }
  }

  private static void named(SavedFlow flow, @Nullable Object node, Set<Edge> edges) {
    switch (node) {
      case List<?> list -> list.forEach(item -> named(flow, item, edges));
      case Map<?, ?> map -> {
        var source = named(map);
        if (source != null) {
          edges.add(new Edge(source, flow.id(), "FLOW_TRIGGER"));
        }
        map.values().forEach(value -> named(flow, value, edges));
      }
      case null, default -> {}
    }
  }

  private static @Nullable FlowId named(Map<?, ?> map) {
    return map.get("namespace") instanceof String namespace
            && map.get("flowId") instanceof String id
            && !namespace.contains("{{")
            && !id.contains("{{")
        ? new FlowId(namespace, id)
        : null;
  }
}
