package io.orrery.server.flow;

import io.orrery.model.language.Catalogue;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.server.port.Descriptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the templates of a flow may read, for completion in an editor. The text need not be valid:
/// it is being written.
public final class FlowCompletion {
  private final Descriptions descriptions;

  public FlowCompletion(Descriptions descriptions) {
    this.descriptions = descriptions;
  }

  public List<Route> routes() {
    return List.of(Route.post("/api/v1/flows/expressions", this::expressions));
  }

  /// With `taskId`, outputs of that task itself are left out.
  private Answer expressions(Call call) throws IOException {
    var tree =
        FlowText.tree(call.body().text())
            .orElseThrow(() -> Fault.of(422, "Invalid YAML: a flow is a map"));
    var outputs = new TreeMap<String, List<String>>();
    var catalogue = descriptions.catalogue();
    for (var list : List.of("tasks", "errors", "finally", "afterExecution")) {
      outputs(tree.get(list), catalogue, outputs);
    }
    call.query().text("taskId").ifPresent(outputs::remove);
    var variables =
        new JsonMap()
            .with("flow", List.of("id", "namespace", "revision", "tenantId"))
            .with("execution", List.of("id", "startDate", "originalId", "state"))
            .with("task", List.of("id", "type"))
            .with(
                "taskrun",
                List.of("id", "startDate", "attemptsCount", "parentId", "value", "iteration"))
            .with("inputs", ids(tree.get("inputs"), ""))
            .with("vars", keys(tree.get("variables")))
            .with("labels", labels(tree.get("labels")))
            .with("outputs", outputs)
            .with("trigger", List.of())
            .with("envs", List.of())
            .with("globals", List.of())
            .map();
    return Answer.json(
        new JsonMap()
            .with("variables", variables)
            .with(
                "functions",
                descriptions.functions().stream().map(Descriptions.Function::name).toList())
            .with("filters", descriptions.filters())
            .map());
  }

  private static void outputs(
      @Nullable Object node, Catalogue catalogue, Map<String, List<String>> outputs) {
    switch (node) {
      case List<?> list -> list.forEach(item -> outputs(item, catalogue, outputs));
      case Map<?, ?> map -> {
        if (map.get("id") instanceof String id && map.get("type") instanceof String type) {
          outputs.put(
              id,
              catalogue
                  .find(type)
                  .map(found -> List.copyOf(found.outputs().keySet()))
                  .orElse(List.of()));
        }
        map.values().forEach(value -> outputs(value, catalogue, outputs));
      }
      case null, default -> {}
    }
  }

  /// Those of a form below its own.
  private static List<String> ids(@Nullable Object node, String prefix) {
    var ids = new ArrayList<String>();
    if (!(node instanceof List<?> list)) {
      return ids;
    }
    for (var item : list) {
      if (!(item instanceof Map<?, ?> map)) {
        continue;
      }
      var id = map.get("id") == null ? map.get("name") : map.get("id");
      if (map.get("inputs") instanceof List<?> children) {
        ids.addAll(ids(children, prefix + id + "."));
      } else if (id != null) {
        ids.add(prefix + id);
      }
    }
    return ids;
  }

  private static List<String> keys(@Nullable Object node) {
    return node instanceof Map<?, ?> map
        ? map.keySet().stream().map(String::valueOf).toList()
        : List.of();
  }

  private static List<String> labels(@Nullable Object node) {
    if (!(node instanceof List<?> list)) {
      return keys(node);
    }
    var names = new LinkedHashMap<String, Object>();
    for (var item : list) {
      if (item instanceof Map<?, ?> label && label.get("key") != null) {
        names.put(String.valueOf(label.get("key")), true);
      }
    }
    return List.copyOf(names.keySet());
  }
}
