package io.orrery.engine.graph;

import io.orrery.engine.plan.Steps;
import io.orrery.model.flow.Task;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How the children of a task follow each other, as a picture shows it.
sealed interface Layout {

  /// No children to draw.
  record Leaf() implements Layout {}

  record Row(List<Task> tasks) implements Layout {}

  record Fan(List<Task> tasks) implements Layout {}

  /// @param cases in the order of the text; the name stands at the edge
  record Choice(Map<String, List<Task>> cases) implements Layout {}

  /// @param dependsOn by task id
  record Net(List<Task> tasks, Map<String, List<String>> dependsOn) implements Layout {}

  /// @param inOrder whether one value follows the other
  record Loop(List<Task> tasks, boolean inOrder) implements Layout {}

  static Layout of(Task task) {
    return switch (task) {
      case Task.PluginTask _, Task.Subflow _, Task.Deed _, Task.Part _ -> new Leaf();
      case Task.LoopUntil it -> new Row(it.branches().tasks());
      case Task.Loop it -> new Loop(it.branches().tasks(), it.concurrency() == 1);
      case Task.ForEachItem it -> new Row(Steps.ofForEachItem(it));
      case Task.Sequential it -> new Row(it.branches().tasks());
      case Task.AllowFailure it -> new Row(it.branches().tasks());
      case Task.WorkingDirectory it -> new Row(it.branches().tasks());
      case Task.Parallel it -> new Fan(it.branches().tasks());
      case Task.Dag it -> new Net(it.branches().tasks(), it.dependsOn());
      case Task.If it -> {
        var cases = new LinkedHashMap<String, List<Task>>();
        cases.put("then", it.branches().tasks());
        cases.put("else", it.otherwise());
        yield new Choice(cases);
      }
      case Task.Switch it -> {
        var cases = new LinkedHashMap<>(it.cases());
        it.defaults().ifPresent(tasks -> cases.put("defaults", tasks));
        yield new Choice(cases);
      }
      case Task.ForEach it ->
          new Loop(
              it.branches().tasks(),
              it.shape() == Task.ForEach.Shape.FOR_EACH && it.concurrency() == 1);
      case Task.Pause it -> {
        var row = new ArrayList<>(it.onPause().stream().toList());
        row.addAll(it.branches().tasks());
        yield row.isEmpty() ? new Leaf() : new Row(row);
      }
    };
  }
}
