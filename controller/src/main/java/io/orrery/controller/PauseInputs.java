package io.orrery.controller;

import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Input;
import io.orrery.model.flow.Task;
import io.orrery.model.state.State;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.util.List;
import java.util.Optional;

/// What a paused execution asks for before it goes on.
public final class PauseInputs {
  private PauseInputs() {}

  /// The `onResume` inputs of the pause that waits; none when it asks for nothing.
  public static List<Input> of(WholeExecution execution, Flow flow) {
    return execution.taskRuns().stream()
        .filter(run -> run.state() == State.PAUSED)
        .findFirst()
        .flatMap(run -> find(flow, run.taskId()))
        .map(PauseInputs::onResume)
        .orElse(List.of());
  }

  private static List<Input> onResume(Task task) {
    return task instanceof Task.Pause pause ? pause.onResume() : List.of();
  }

  private static Optional<Task> find(Flow flow, String id) {
    return flow.allTasks().filter(task -> task.id().equals(id)).findFirst();
  }
}
