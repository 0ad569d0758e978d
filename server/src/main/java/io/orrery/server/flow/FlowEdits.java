package io.orrery.server.flow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Changes to the text of a flow that keep the rest of it as its author wrote it, comments
/// included. Where the text is not in YAML's block style, it is written anew from its tree.
final class FlowEdits {

  private static final List<String> TASK_LISTS =
      List.of("tasks", "errors", "finally", "afterExecution");

  private FlowEdits() {}

  /// The text with a truth of this name at its top: `disabled: true`.
  static String withFlag(String source, String name, boolean value) {
    var line = Pattern.compile("(?m)^" + Pattern.quote(name) + "[ \t]*:[^\n#]*");
    var found = line.matcher(source);
    var written = name + ": " + value;
    var edited =
        found.find()
            ? source.substring(0, found.start()) + written + source.substring(found.end())
            : ended(source) + written + "\n";
    var wanted = FlowText.tree(source).orElseGet(LinkedHashMap::new);
    wanted.put(name, value);
    return FlowText.tree(edited).filter(wanted::equals).isPresent()
        ? edited
        : FlowText.write(wanted);
  }

  private static String ended(String source) {
    return source.endsWith("\n") ? source : source + "\n";
  }

  /// The text with another task in place of the one of this id. Empty when there is no such task.
  static Optional<String> withTask(String source, String taskId, Map<?, ?> task) {
    return treeWithTask(source, taskId, task)
        .map(FlowText::write)
        .map(
            anew ->
                TaskInText.find(source, taskId, TASK_LISTS)
                    .map(place -> place.replacedBy(task, source))
                    .filter(edited -> FlowText.tree(edited).equals(FlowText.tree(anew)))
                    .orElse(anew));
  }

  private static Optional<Map<String, Object>> treeWithTask(
      String source, String taskId, Map<?, ?> task) {
    var tree = FlowText.tree(source).orElseGet(LinkedHashMap::new);
    boolean found = false;
    for (var list : TASK_LISTS) {
      var node = tree.get(list);
      if (found || node == null || FlowJson.task(Map.of(list, node), taskId).isEmpty()) {
        continue;
      }
      tree.put(list, replaced(node, taskId, task));
      found = true;
    }
    return found ? Optional.of(tree) : Optional.empty();
  }

  private static Object replaced(Object node, String taskId, Map<?, ?> task) {
    if (node instanceof List<?> list) {
      var copy = new ArrayList<@Nullable Object>();
      list.forEach(item -> copy.add(item == null ? null : replaced(item, taskId, task)));
      return copy;
    }
    if (!(node instanceof Map<?, ?> map)) {
      return node;
    }
    if (taskId.equals(map.get("id")) && map.get("type") instanceof String) {
      return task;
    }
    var copy = new LinkedHashMap<Object, @Nullable Object>();
    map.forEach(
        (key, value) -> copy.put(key, value == null ? null : replaced(value, taskId, task)));
    return copy;
  }
}
