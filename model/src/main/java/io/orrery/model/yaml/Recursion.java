package io.orrery.model.yaml;

import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Task;
import io.orrery.model.problem.Code;
import java.util.Optional;

/// A flow must not call itself in so many words; templated names are for the run to find out.
final class Recursion {
  private Recursion() {}

  static void check(Reading reading, Flow flow) {
    flow.allTasks().forEach(task -> check(reading, flow, task));
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
  }
}
