package io.orrery.conformance.cases;

import io.orrery.conformance.match.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The ids of all tasks of a flow, nested ones included, and of its triggers.
final class FlowIds {

  private static final List<String> LISTS =
      List.of(
          "tasks", "errors", "finally", "afterExecution", "then", "else", "triggers", "defaults");

  private FlowIds() {}

  static Set<String> of(Map<String, Object> flow) {
    var ids = new TreeSet<String>();
    LISTS.forEach(key -> collect(flow.get(key), ids));
    Json.items(flow.get("listeners"))
        .forEach(each -> collect(Json.members(each).get("tasks"), ids));
    return ids;
  }

  private static void collect(@Nullable Object tasks, Set<String> ids) {
    for (var item : Json.items(tasks)) {
      var task = Json.members(item);
      if (task.get("id") instanceof String id) {
        ids.add(id);
      }
      // A Dag wraps each of its tasks once more.
      collect(task.get("task"), ids);
      LISTS.forEach(key -> collect(task.get(key), ids));
      Json.members(task.get("cases")).values().forEach(branch -> collect(branch, ids));
    }
  }
}
