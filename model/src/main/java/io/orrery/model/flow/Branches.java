package io.orrery.model.flow;

import java.util.List;
import java.util.stream.Stream;

/// The lists of children that most containers have.
public record Branches(List<Task> tasks, List<Task> errors, List<Task> finallyTasks) {

  public static final Branches NONE = new Branches(List.of(), List.of(), List.of());

  public Branches {
    tasks = List.copyOf(tasks);
    errors = List.copyOf(errors);
    finallyTasks = List.copyOf(finallyTasks);
  }

  /// The tasks of all three.
  public List<Task> all() {
    return Stream.of(tasks, errors, finallyTasks).flatMap(List::stream).toList();
  }
}
