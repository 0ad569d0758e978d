package io.orrery.model.yaml;

import io.orrery.model.flow.Branches;
import io.orrery.model.flow.Task;
import io.orrery.model.flow.TaskCommon;
import io.orrery.model.problem.Code;
import io.orrery.model.yaml.YamlNode.Mapping;
import io.orrery.model.yaml.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads the nodes of a Dag and who waits for whom.
final class DagReader {
  private final TaskReader tasks;
  private final Fields dag;
  private final List<Task> children = new ArrayList<>();
  private final Map<String, List<String>> dependsOn = new LinkedHashMap<>();

  DagReader(TaskReader tasks, Fields dag) {
    this.tasks = tasks;
    this.dag = dag;
  }

  Task read(TaskCommon common, int concurrent) {
    var items = dag.list("tasks");
    if (items.isEmpty()) dag.missingItems("tasks");
    var ids = ids(items);
    for (int i = 0; i < items.size(); i++) {
      var path = dag.pathOf("tasks[" + i + "]");
      Values.mapping(dag.reading(), items.get(i), path)
          .ifPresent(mapping -> node(mapping, path, ids));
    }
    Cycle.in(dependsOn)
        .ifPresent(
            cycle ->
                dag.error(
                    Code.BAD_REFERENCE,
                    "tasks",
                    "Cyclic dependency detected: " + Cycle.shown(cycle) + ".",
                    "Remove one of the dependencies."));
    var branches = new Branches(children, tasks.list(dag, "errors"), tasks.list(dag, "finally"));
    return new Task.Dag(common, concurrent, branches, dependsOn);
  }

  /// The ids of all nodes, also of those that turn out to be unreadable.
  private static Set<String> ids(List<YamlNode> items) {
    var ids = new LinkedHashSet<String>();
    for (var item : items) {
      if (item instanceof Mapping node
          && node.get("task") instanceof Mapping task
          && task.get("id") instanceof Scalar id) {
        ids.add(id.text());
      }
    }
    return ids;
  }

  private void node(Mapping mapping, String path, Set<String> ids) {
    var fields = new Fields(dag.reading(), mapping, path, "a node of " + dag.owner());
    var task = fields.node("task");
    var needs = fields.texts("dependsOn");
    fields.close();
    for (var need : needs) {
      if (ids.contains(need)) continue;
      fields.error(
          Code.BAD_REFERENCE,
          "dependsOn",
          "dependsOn: '%s' is no task of this Dag.".formatted(Values.abridged(need)),
          dag.reading().suggestion(need, ids));
    }
    if (task == null) {
      fields.missing("task");
      return;
    }
    tasks
        .read(task, path + ".task")
        .ifPresent(
            child -> {
              children.add(child);
              if (!needs.isEmpty()) dependsOn.put(child.id(), List.copyOf(needs));
            });
  }
}
