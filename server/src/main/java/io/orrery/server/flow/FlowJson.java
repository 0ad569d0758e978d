package io.orrery.server.flow;

import io.orrery.server.json.JsonMap;
import io.orrery.store.vnode.SavedFlow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A flow as JSON: the tree of its text as it was written (labels as a list of `{key, value}`,
/// tasks in full), with what the text does not say laid over it.
public final class FlowJson {
  /// Names that a text may carry from an export, but that only the server decides.
  private static final List<String> OURS = List.of("source", "tenantId", "revision", "deleted");

  /// Where a flow's tasks stand.
  private static final List<String> TASK_LISTS =
      List.of("tasks", "errors", "finally", "afterExecution");

  private FlowJson() {}

  /// Whether the exact text goes with it (then it is a `FlowWithSource`).
  public enum Source {
    SHOWN,
    LEFT_OUT
  }

  public static Map<String, Object> of(SavedFlow flow, Source source) {
    var tree = tree(flow.source());
    tree.keySet().removeAll(OURS);
    return new JsonMap()
        .with("id", flow.id().id())
        .with("namespace", flow.id().namespace())
        .with("revision", flow.revision())
        .with("disabled", flow.disabled())
        .with("deleted", flow.deleted())
        .with("updated", flow.at())
        .withAll(rest(tree))
        .with("source", source == Source.SHOWN ? flow.source() : null)
        .map();
  }

  /// The tree of a flow's text, labels as a list.
  public static Map<String, Object> tree(String source) {
    var tree = FlowText.tree(source).orElseGet(LinkedHashMap::new);
    var labels = tree.get("labels");
    if (labels instanceof Map<?, ?> map) {
      tree.put("labels", labels(map));
    }
    return tree;
  }

  /// What the form for starting a flow needs of it: `FlowForExecution`.
  public static Map<String, Object> forExecution(SavedFlow flow) {
    var all = of(flow, Source.LEFT_OUT);
    var some = new JsonMap();
    for (var name :
        List.of(
            "id",
            "namespace",
            "revision",
            "description",
            "labels",
            "disabled",
            "deleted",
            "inputs",
            "outputs",
            "tasks",
            "errors",
            "finally",
            "afterExecution",
            "triggers",
            "concurrency")) {
      some.with(name, all.get(name));
    }
    return some.map();
  }

  /// `[{key, value}]` of a map of labels.
  public static List<Map<String, Object>> labels(Map<?, ?> labels) {
    var list = new ArrayList<Map<String, Object>>();
    labels.forEach(
        (key, value) ->
            list.add(
                new JsonMap()
                    .with("key", String.valueOf(key))
                    .with("value", value == null ? "" : String.valueOf(value))
                    .map()));
    return list;
  }

  /// Whether the flow has all of `labels` exactly.
  static boolean hasLabels(SavedFlow flow, Map<String, String> labels) {
    if (labels.isEmpty()) {
      return true;
    }
    var have = new LinkedHashMap<String, String>();
    if (tree(flow.source()).get("labels") instanceof List<?> list) {
      for (var one : list) {
        if (one instanceof Map<?, ?> label) {
          have.put(String.valueOf(label.get("key")), String.valueOf(label.get("value")));
        }
      }
    }
    return labels.entrySet().stream()
        .allMatch(label -> label.getValue().equals(have.get(label.getKey())));
  }

  /// The task of this id in a flow's tree, wherever it stands.
  public static Optional<Map<?, ?>> task(Map<String, Object> flow, String id) {
    return task(TASK_LISTS.stream().map(flow::get).filter(Objects::nonNull).toList(), id);
  }

  /// The member of a list of the flow's tree that has this id.
  public static Optional<Map<?, ?>> member(Map<String, Object> flow, String list, String id) {
    return flow.get(list) instanceof List<?> members
        ? members.stream()
            .filter(one -> one instanceof Map<?, ?> member && id.equals(member.get("id")))
            .<Map<?, ?>>map(one -> (Map<?, ?>) one)
            .findFirst()
        : Optional.empty();
  }

  /// The task of this id anywhere below `node`, first in the order of the text.
  private static Optional<Map<?, ?>> task(@Nullable Object node, String id) {
    if (node instanceof List<?> list) {
      return list.stream().flatMap(one -> task(one, id).stream()).findFirst();
    }
    if (node instanceof Map<?, ?> map) {
      if (id.equals(map.get("id")) && map.get("type") instanceof String) {
        return Optional.of(map);
      }
      return map.values().stream().flatMap(one -> task(one, id).stream()).findFirst();
    }
    return Optional.empty();
  }

  private static Map<String, Object> rest(Map<String, Object> tree) {
    var rest = new LinkedHashMap<>(tree);
    List.of("id", "namespace", "disabled").forEach(rest::remove);
    return rest;
  }
}
