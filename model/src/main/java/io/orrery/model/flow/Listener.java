package io.orrery.model.flow;

import java.util.List;
import java.util.Optional;

/// Tasks that run after an execution's end if conditions hold: an older form of `afterExecution`.
///
/// @param conditions all of them must hold; none: it always runs
public record Listener(Optional<String> description, List<Condition> conditions, List<Task> tasks) {
  public Listener {
    conditions = List.copyOf(conditions);
    tasks = List.copyOf(tasks);
  }
}
