package io.orrery.plugin.api;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/// The world that a task or a trigger sees while it runs; its only door to it.
///
/// Whatever renders throws a runtime exception with a message for the user when a template is
/// wrong. Every secret that a template reads is masked from then on in all that is logged.
public interface RunContext {

  /// The text that a template renders to.
  String render(String template);

  /// The value of a property; empty when it is absent or renders to null.
  <T> Optional<T> render(Property<T> property);

  /// The value of a property that must have one.
  ///
  /// @param name for the message when it has none
  default <T> T require(Property<T> property, String name) {
    return render(property)
        .orElseThrow(() -> new TaskFailure("property '" + name + "' is required and has no value"));
  }

  /// A tree of maps and lists with all its texts rendered, keys as well.
  @Nullable Object renderTree(@Nullable Object tree);

  /// The typed value of a text that is exactly one expression; of any other text the rendered text.
  @Nullable Object evaluate(String template);

  /// This context with more variables; a variable given here hides one of the same name.
  RunContext with(Map<String, Object> variables);

  /// What templates see.
  Map<String, Object> variables();

  /// Where the log of this attempt goes.
  Logger logger();

  /// A folder of this attempt alone, made when it is first asked for and deleted afterwards; inside
  /// a WorkingDirectory the one that its tasks share.
  WorkingFolder workingFolder();

  /// Brings files into the working folder, and keeps those that are to stay.
  WorkingFiles files();

  /// Files that outlive the task.
  Storage storage();

  /// A folder of the worker's own machine.
  ///
  /// @param path absolute
  /// @throws TaskFailure when the installation does not allow it, or there is no such folder
  Path localFolder(String path);

  /// The key-value stores of namespaces.
  KeyValues keyValues();

  /// Logs and executions of the instance.
  Housekeeping housekeeping();

  /// The files of namespaces.
  NamespaceFiles namespaceFiles();

  /// Runs programs.
  ///
  /// @param taskRunner the property `taskRunner` of a script, rendered; empty for the default
  /// @throws TaskFailure when such a runner is not available here
  TaskRunner taskRunner(Map<String, Object> taskRunner);

  /// A task as its YAML would make it.
  ///
  /// @param definition its `type` and properties
  /// @throws TaskFailure when there is no such type among those that a worker runs, or a property
  ///   is wrong
  RunnableTask<?> task(Map<String, Object> definition);

  void metric(Metric metric);

  /// From now on `value`, and what it looks like encoded, is masked.
  void sensitive(String value);

  /// `text` with all that is known to be secret replaced.
  String masked(String text);

  /// Where this attempt stands. Of a trigger, `executionId` is a name for what it stores, `taskId`
  /// that of the trigger.
  Place place();

  InstantSource clock();

  /// @param path the loop values around the task, outermost first
  /// @param attempt from 1
  record Place(
      String namespace,
      String flowId,
      int revision,
      String executionId,
      String taskId,
      String taskRunId,
      List<String> path,
      int attempt) {
    public Place {
      path = List.copyOf(path);
    }
  }
}
