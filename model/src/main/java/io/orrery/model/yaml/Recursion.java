package io.orrery.model.yaml;

import io.orrery.model.flow.Branches;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Task;
import io.orrery.model.problem.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A flow must not call itself in so many words; templated names are for the run to find out.
final class Recursion {
  private Recursion() {}

  static void check(Reading reading, Flow flow) {
    for (var tasks :
        List.of(flow.tasks(), flow.errors(), flow.finallyTasks(), flow.afterExecution())) {
      tasks.forEach(task -> check(reading, flow, task));
    }
  }

  private static void check(Reading reading, Flow flow, Task task) {
    var called =
        switch (task) {
          case Task.Subflow it -> Optional.of(it);
          case Task.ForEachItem it -> Optional.of(it.call());
          default -> Optional.<Task.Subflow>empty();
        };
    var recursive =
        called
            .filter(call -> call.namespace().equals(flow.key().namespace()))
            .filter(call -> call.flowId().equals(flow.key().id()));
    if (recursive.isPresent()) {
      var call = recursive.get();
      reading.error(
          Code.BAD_REFERENCE,
          "tasks",
          call.common().at(),
          "Recursive call to flow [%s] by task '%s'.".formatted(flow.key(), call.id()),
          "Call another flow, or use a loop.");
    }
    children(task).forEach(child -> check(reading, flow, child));
  }

  private static List<Task> children(Task task) {
    return switch (task) {
      case Task.PluginTask _,
          Task.Subflow _,
          Task.SetLabels _,
          Task.SetVariables _,
          Task.UnsetVariables _,
          Task.Exit _,
          Task.Part _ ->
          List.of();
      case Task.LoopUntil it -> of(it.branches(), List.of());
      case Task.Loop it -> of(it.branches(), List.of());
      case Task.ForEachItem it -> of(it.branches(), List.of());
      case Task.WorkingDirectory it -> of(it.branches(), List.of());
      case Task.Sequential it -> of(it.branches(), List.of());
      case Task.AllowFailure it -> of(it.branches(), List.of());
      case Task.Parallel it -> of(it.branches(), List.of());
      case Task.Dag it -> of(it.branches(), List.of());
      case Task.ForEach it -> of(it.branches(), List.of());
      case Task.Pause it -> of(it.branches(), it.onPause().stream().toList());
      case Task.If it -> of(it.branches(), it.otherwise());
      case Task.Switch it -> {
        var cases = new ArrayList<Task>(it.defaults().orElse(List.of()));
        it.cases().values().forEach(cases::addAll);
        yield of(it.branches(), cases);
      }
    };
  }

  private static List<Task> of(Branches branches, List<Task> more) {
    var all = new ArrayList<>(branches.tasks());
    all.addAll(branches.errors());
    all.addAll(branches.finallyTasks());
    all.addAll(more);
    return all;
  }
}
