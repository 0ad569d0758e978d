package io.orrery.conformance.cases;

import io.orrery.conformance.match.Absent;
import io.orrery.conformance.match.Paths;
import io.orrery.conformance.subject.ExecutionSubject.TaskRunName;
import io.orrery.conformance.subject.ExecutionView;
import io.orrery.conformance.subject.TaskRunView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// References into an execution: `task`, `task[x/y]`, `task[x].uris.input.txt`, `inputs.file`.
final class Refs {

  private Refs() {}

  /// The value of a reference to an output or an input.
  static Optional<Object> find(ExecutionView execution, String reference) {
    if (reference.startsWith("inputs.")) {
      return present(Paths.get(execution.inputs(), reference.substring("inputs.".length())));
    }
    // Ids and loop values may hold dots themselves: the longest name that fits is meant.
    TaskRunView named = null;
    for (var run : execution.taskRuns()) {
      var fits = reference.startsWith(run.name() + ".");
      if (fits && (named == null || run.name().length() >= named.name().length())) {
        named = run;
      }
    }
    return named == null
        ? Optional.empty()
        : present(Paths.get(named.outputs(), reference.substring(named.name().length() + 1)));
  }

  private static Optional<Object> present(@Nullable Object value) {
    return value == null || value == Absent.ABSENT ? Optional.empty() : Optional.of(value);
  }

  /// The runs of `task` or `task[x/y]`, oldest first.
  ///
  /// `task` alone means all its runs; `task[x]` the run with exactly that path, else those whose
  /// own loop value is x.
  static List<TaskRunView> runs(ExecutionView execution, String name) {
    var exact = execution.taskRuns().stream().filter(run -> run.name().equals(name)).toList();
    if (!exact.isEmpty()) {
      return exact;
    }
    var whole = execution.runsOf(name);
    if (!whole.isEmpty()) {
      return whole;
    }
    var bracket = name.indexOf('[');
    if (bracket < 0 || !name.endsWith("]")) {
      return List.of();
    }
    var value = name.substring(bracket + 1, name.length() - 1);
    var found = new ArrayList<TaskRunView>();
    for (var run : execution.runsOf(name.substring(0, bracket))) {
      if (!run.path().isEmpty() && run.path().getLast().equals(value)) {
        found.add(run);
      }
    }
    return found;
  }

  static Optional<TaskRunView> run(ExecutionView execution, TaskRunName name) {
    return runs(execution, name.toString()).stream().findFirst();
  }
}
