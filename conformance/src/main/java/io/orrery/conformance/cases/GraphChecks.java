package io.orrery.conformance.cases;

import io.orrery.conformance.cases.Scene.Check;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.match.Paths;
import io.orrery.conformance.match.Values;
import io.orrery.conformance.subject.Unsupported;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Expectations about a flow's graph in the form of the API.
final class GraphChecks {

  static final Map<String, Check> ALL = Map.of("graph", GraphChecks::graph);

  private static final Pattern END_OF_CLUSTER = Pattern.compile("\\{(root[^}]*)\\.(start|end)\\}");

  private GraphChecks() {}

  private static List<Mismatch> graph(@Nullable Object expected, Scene scene) {
    var graph =
        scene.stage().graph().orElseThrow(() -> new Unsupported("a graph that no step drew"));
    var misses = new ArrayList<Mismatch>();
    Json.members(expected).forEach((key, value) -> misses.addAll(part(key, value, graph, scene)));
    return misses;
  }

  private static List<Mismatch> part(
      String key, @Nullable Object value, Map<String, Object> graph, Scene scene) {
    var at = "graph." + key;
    return switch (key) {
      case "nodes", "edges", "clusters" ->
          scene.compare(at, value, Json.items(graph.get(key)).size());
      case "nodeAt" -> byPosition(at, value, graph.get("nodes"), scene);
      case "edgesMatch" -> edges(value, graph, scene);
      case "clusterNodesAt" -> clusterNodes(value, graph, scene);
      case "nodesWithTaskRun" -> nodesWithTaskRun(value, graph);
      case "trigger" -> trigger(value, graph, scene);
      case "uids" -> uids(value, graph);
      default -> throw new Unsupported("expectation " + at);
    };
  }

  private static List<Mismatch> byPosition(
      String path, @Nullable Object expected, @Nullable Object list, Scene scene) {
    var misses = new ArrayList<Mismatch>();
    Json.members(expected)
        .forEach(
            (position, parts) ->
                misses.addAll(
                    scene.compare(
                        path + "." + position, parts, Paths.get(list, "[" + position + "]"))));
    return misses;
  }

  private static List<Mismatch> edges(
      @Nullable Object expected, Map<String, Object> graph, Scene scene) {
    var misses = new ArrayList<Mismatch>();
    for (var item : Json.items(expected)) {
      var wanted = Json.members(item);
      var there =
          Json.items(graph.get("edges")).stream()
              .map(Json::members)
              .anyMatch(edge -> fits(wanted, edge, graph, scene));
      if (!there) {
        misses.addAll(Scene.miss("graph.edgesMatch", wanted, "no such edge"));
      }
    }
    return misses;
  }

  private static boolean fits(
      Map<String, Object> wanted,
      Map<String, Object> edge,
      Map<String, Object> graph,
      Scene scene) {
    return wanted.entrySet().stream()
        .allMatch(
            part ->
                switch (part.getKey()) {
                  case "source", "target" ->
                      uidFits(
                          String.valueOf(part.getValue()),
                          String.valueOf(edge.get(part.getKey())),
                          graph);
                  case "relation" ->
                      scene
                          .matchers()
                          .matches(part.getValue(), Paths.get(edge, "relation.relationType"));
                  case "value" ->
                      scene.matchers().matches(part.getValue(), Paths.get(edge, "relation.value"));
                  default -> throw new Unsupported("edge by " + part.getKey());
                });
  }

  /// A pattern for a node's uid, or `{root.x.start}`: the invisible end of a cluster.
  private static boolean uidFits(String wanted, String uid, Map<String, Object> graph) {
    var end = END_OF_CLUSTER.matcher(wanted);
    if (end.matches()) {
      return clusterEnd(end.group(1), end.group(2), graph).map(uid::equals).orElse(false);
    }
    return uid.matches(wanted);
  }

  private static Optional<String> clusterEnd(
      String cluster, String end, Map<String, Object> graph) {
    if (cluster.equals("root")) {
      return rootEnd(end, graph);
    }
    return Json.items(graph.get("clusters")).stream()
        .map(Json::members)
        .filter(each -> String.valueOf(Paths.get(each, "cluster.uid")).equals("cluster_" + cluster))
        .map(each -> String.valueOf(each.get(end)))
        .findFirst();
  }

  /// The root has no cluster of its own: its ends are the nodes without a way in or out that no
  /// cluster holds.
  private static Optional<String> rootEnd(String end, Map<String, Object> graph) {
    var side = end.equals("start") ? "target" : "source";
    var touched =
        Json.items(graph.get("edges")).stream()
            .map(edge -> Json.members(edge).get(side))
            .filter(Objects::nonNull)
            .toList();
    var clustered =
        Json.items(graph.get("clusters")).stream()
            .flatMap(cluster -> Json.items(Json.members(cluster).get("nodes")).stream())
            .toList();
    return Json.items(graph.get("nodes")).stream()
        .map(node -> Json.members(node).get("uid"))
        .filter(uid -> !touched.contains(uid) && !clustered.contains(uid))
        .map(String::valueOf)
        .findFirst();
  }

  private static List<Mismatch> clusterNodes(
      @Nullable Object expected, Map<String, Object> graph, Scene scene) {
    var misses = new ArrayList<Mismatch>();
    Json.members(expected)
        .forEach(
            (position, count) ->
                misses.addAll(
                    scene.compare(
                        "graph.clusterNodesAt." + position,
                        count,
                        Json.items(Paths.get(graph, "clusters[" + position + "].nodes")).size())));
    return misses;
  }

  private static List<Mismatch> nodesWithTaskRun(
      @Nullable Object expected, Map<String, Object> graph) {
    var with =
        Json.items(graph.get("nodes")).stream()
            .filter(node -> Json.members(node).get("taskRun") != null)
            .map(node -> Values.text(Paths.get(node, "task.id")))
            .toList();
    var missing = Json.items(expected).stream().filter(task -> !with.contains(task)).toList();
    return missing.isEmpty() ? List.of() : Scene.miss("graph.nodesWithTaskRun", missing, with);
  }

  private static List<Mismatch> trigger(
      @Nullable Object expected, Map<String, Object> graph, Scene scene) {
    var triggers =
        Json.items(graph.get("nodes")).stream()
            .map(node -> Json.members(node).get("triggerDeclaration"))
            .filter(Objects::nonNull)
            .toList();
    return triggers.stream().anyMatch(each -> scene.matchers().matches(expected, each))
        ? List.of()
        : Scene.miss("graph.trigger", expected, triggers);
  }

  private static List<Mismatch> uids(@Nullable Object expected, Map<String, Object> graph) {
    var there =
        Json.items(graph.get("nodes")).stream()
            .map(node -> Json.members(node).get("uid"))
            .filter(Objects::nonNull)
            .toList();
    var missing = Json.items(expected).stream().filter(uid -> !there.contains(uid)).toList();
    return missing.isEmpty() ? List.of() : Scene.miss("graph.uids", missing, there);
  }
}
