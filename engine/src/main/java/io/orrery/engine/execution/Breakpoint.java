package io.orrery.engine.execution;

import io.orrery.model.state.State;
import java.util.Optional;

/// A task before which an execution is to stand still (inventory §4.1).
///
/// @param task its id, which has no dots
/// @param value of the iteration that it is for; absent: any
public record Breakpoint(String task, Optional<String> value) {

  /// @param text `task` or `task.value`
  public static Breakpoint parse(String text) {
    int dot = text.indexOf('.');
    return dot < 0
        ? new Breakpoint(text, Optional.empty())
        : new Breakpoint(text.substring(0, dot), Optional.of(text.substring(dot + 1)));
  }

  /// What [#parse] reads.
  public String text() {
    return task + value.map(it -> "." + it).orElse("");
  }

  /// Whether the execution is to stand still before `run`: not when it was let go on before, and is
  /// only tried again.
  static boolean isBefore(Execution head, TaskRun run) {
    boolean fresh =
        (run.state() == State.CREATED && run.attempts().isEmpty())
            || run.state() == State.RESTARTED;
    return fresh
        && !head.state().terminal()
        && head.course().breakpoints().stream().anyMatch(it -> it.names(run));
  }

  private boolean names(TaskRun run) {
    return run.taskId().equals(task) && (value.isEmpty() || value.equals(run.value()));
  }
}
