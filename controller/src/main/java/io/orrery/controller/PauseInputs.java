package io.orrery.controller;

import io.orrery.model.flow.Branches;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Input;
import io.orrery.model.flow.Task;
import io.orrery.model.state.State;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
    return Stream.of(flow.tasks(), flow.errors(), flow.finallyTasks(), flow.afterExecution())
        .flatMap(List::stream)
        .flatMap(PauseInputs::withChildren)
        .filter(task -> task.id().equals(id))
        .findFirst();
  }

  private static Stream<Task> withChildren(Task task) {
    return Stream.concat(Stream.of(task), children(task).flatMap(PauseInputs::withChildren));
  }

  private static Stream<Task> children(Task task) {
    return switch (task) {
      case Task.PluginTask _,
          Task.Subflow _,
          Task.SetLabels _,
          Task.SetVariables _,
          Task.UnsetVariables _,
          Task.Exit _,
          Task.Part _ ->
          Stream.empty();
      case Task.LoopUntil loop -> all(loop.branches());
      case Task.Loop loop -> all(loop.branches());
      case Task.ForEachItem loop -> all(loop.branches());
      case Task.Sequential sequential -> all(sequential.branches());
      case Task.WorkingDirectory sharing -> all(sharing.branches());
      case Task.AllowFailure allowing -> all(allowing.branches());
      case Task.Parallel parallel -> all(parallel.branches());
      case Task.Dag dag -> all(dag.branches());
      case Task.If choice -> Stream.concat(all(choice.branches()), choice.otherwise().stream());
      case Task.Switch choice ->
          Stream.concat(
              all(choice.branches()),
              Stream.concat(choice.cases().values().stream(), choice.defaults().stream())
                  .flatMap(List::stream));
      case Task.ForEach loop -> all(loop.branches());
      case Task.Pause pause -> Stream.concat(all(pause.branches()), pause.onPause().stream());
    };
  }

  private static Stream<Task> all(Branches branches) {
    return Stream.of(branches.tasks(), branches.errors(), branches.finallyTasks())
        .flatMap(List::stream);
  }
}
