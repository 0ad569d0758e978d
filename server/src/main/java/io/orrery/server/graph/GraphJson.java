package io.orrery.server.graph;

import io.orrery.engine.graph.FlowGraph;
import io.orrery.engine.graph.FlowGraph.Cluster;
import io.orrery.engine.graph.FlowGraph.Edge;
import io.orrery.engine.graph.FlowGraph.Kind;
import io.orrery.engine.graph.FlowGraph.Vertex;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.server.execution.ExecutionJson;
import io.orrery.server.flow.FlowJson;
import io.orrery.server.json.JsonMap;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// A graph in the form of Kestra's `FlowGraph`, whose types are named after its classes.
final class GraphJson {
  private static final String TYPES = "io.kestra.core.models.hierarchies.";

  private final Function<FlowId, Map<String, Object>> trees;
  private final Set<TriggerId> disabled;
  private final Instant now;

  /// @param trees the trees of the flows' texts
  /// @param disabled triggers that are switched off
  GraphJson(Function<FlowId, Map<String, Object>> trees, Set<TriggerId> disabled, Instant now) {
    this.trees = trees;
    this.disabled = disabled;
    this.now = now;
  }

  Map<String, Object> of(FlowGraph graph) {
    return new JsonMap()
        .with("nodes", graph.nodes().stream().map(this::node).toList())
        .with("edges", graph.edges().stream().map(GraphJson::edge).toList())
        .with("clusters", graph.clusters().stream().map(it -> cluster(it, graph)).toList())
        .with(
            "flowables",
            graph.clusters().stream().flatMap(it -> it.task().stream()).distinct().toList())
        .map();
  }

  private Map<String, Object> node(Vertex vertex) {
    var node =
        new JsonMap()
            .with("uid", vertex.uid())
            .with("type", TYPES + type(vertex))
            .with("namespace", vertex.flow().namespace())
            .with("flowId", vertex.flow().id())
            .with("branchType", vertex.branch().map(Enum::name))
            .with("executionId", vertex.execution().map(Object::toString))
            .with(
                "taskRun", vertex.run().map(run -> ExecutionJson.taskRun(run, vertex.flow(), now)));
    var id = vertex.id().orElse("");
    var tree = trees.apply(vertex.flow());
    return switch (vertex.kind()) {
      case START, END -> node.map();
      case TASK, SUBFLOW -> node.with("task", FlowJson.task(tree, id)).map();
      case TRIGGER -> node.with("triggerDeclaration", trigger(vertex, tree, id)).map();
    };
  }

  private static String type(Vertex vertex) {
    return switch (vertex.kind()) {
      case START -> "GraphClusterRoot";
      case END -> "GraphClusterEnd";
      case TASK -> "GraphTask";
      case SUBFLOW -> "SubflowGraphTask";
      case TRIGGER -> "GraphTrigger";
    };
  }

  /// The definition, with what was switched by hand laid over it.
  private Optional<Map<String, Object>> trigger(
      Vertex vertex, Map<String, Object> tree, String id) {
    return FlowJson.member(tree, "triggers", id)
        .map(
            definition -> {
              var shown = new LinkedHashMap<String, Object>();
              definition.forEach((key, value) -> shown.put(String.valueOf(key), value));
              if (disabled.contains(new TriggerId(vertex.flow(), id))) {
                shown.put("disabled", true);
              }
              return shown;
            });
  }

  private static Map<String, Object> edge(Edge edge) {
    var relation =
        new JsonMap()
            .with("relationType", edge.relation().map(Enum::name))
            .with("value", edge.value())
            .map();
    return new JsonMap()
        .with("source", edge.source())
        .with("target", edge.target())
        .with("relation", relation)
        .map();
  }

  private static Map<String, Object> cluster(Cluster cluster, FlowGraph graph) {
    boolean subflow =
        graph.nodes().stream()
            .anyMatch(
                node ->
                    node.kind() == Kind.SUBFLOW
                        && cluster.task().filter(node.uid()::equals).isPresent());
    var self =
        new JsonMap()
            .with("uid", cluster.uid())
            .with("type", TYPES + (subflow ? "SubflowGraphCluster" : "GraphCluster"))
            .with("taskNodeUid", cluster.task())
            .map();
    return new JsonMap()
        .with("cluster", self)
        .with("nodes", cluster.nodes())
        .with("parents", cluster.parents())
        .with("start", cluster.start())
        .with("end", cluster.end())
        .map();
  }

  /// Nothing is known of flows that are not there any more.
  static Map<String, Object> none(FlowId flow) {
    return Map.of("id", flow.id(), "namespace", flow.namespace(), "tasks", List.of());
  }
}
