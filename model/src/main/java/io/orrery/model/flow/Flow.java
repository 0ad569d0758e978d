package io.orrery.model.flow;

import io.orrery.model.id.FlowId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What a flow's YAML says, checked. Immutable; templates are still text.
///
/// @param labels in the order of the text
/// @param variables any tree of maps, lists and scalars; reachable as `vars.*`, not rendered by
///   itself
/// @param errors run once when a main task failed for good
/// @param finallyTasks run after tasks and errors, while the execution is still running
/// @param sla promises in the order of the text; the first one broken acts
/// @param checks what must hold of the inputs, in the order of the text
/// @param afterExecution run after the execution reached its final state, which they cannot change
/// @param listeners run after these, each if its conditions hold
public record Flow(
    FlowId key,
    Optional<String> description,
    boolean disabled,
    Map<String, String> labels,
    List<Input> inputs,
    List<FlowOutput> outputs,
    Map<String, Object> variables,
    List<Task> tasks,
    List<Task> errors,
    List<Task> finallyTasks,
    List<Task> afterExecution,
    List<TriggerDef> triggers,
    Optional<Retry> retry,
    Optional<Concurrency> concurrency,
    List<PluginDefault> pluginDefaults,
    List<Sla> sla,
    List<StartCheck> checks,
    List<Listener> listeners) {

  public Flow {
    labels = Copies.map(labels);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    variables = Copies.map(variables);
    tasks = List.copyOf(tasks);
    errors = List.copyOf(errors);
    finallyTasks = List.copyOf(finallyTasks);
    afterExecution = List.copyOf(afterExecution);
    triggers = List.copyOf(triggers);
    pluginDefaults = List.copyOf(pluginDefaults);
    sla = List.copyOf(sla);
    checks = List.copyOf(checks);
    listeners = List.copyOf(listeners);
  }

  /// Every task of its branches, a container before its children.
  public Stream<Task> allTasks() {
    return Stream.of(tasks, errors, finallyTasks, afterExecution)
        .flatMap(List::stream)
        .flatMap(Flow::withChildren);
  }

  private static Stream<Task> withChildren(Task task) {
    return Stream.concat(Stream.of(task), task.children().stream().flatMap(Flow::withChildren));
  }

  /// A flow that promises and checks nothing.
  public Flow(
      FlowId key,
      Optional<String> description,
      boolean disabled,
      Map<String, String> labels,
      List<Input> inputs,
      List<FlowOutput> outputs,
      Map<String, Object> variables,
      List<Task> tasks,
      List<Task> errors,
      List<Task> finallyTasks,
      List<Task> afterExecution,
      List<TriggerDef> triggers,
      Optional<Retry> retry,
      Optional<Concurrency> concurrency,
      List<PluginDefault> pluginDefaults) {
    this(
        key,
        description,
        disabled,
        labels,
        inputs,
        outputs,
        variables,
        tasks,
        errors,
        finallyTasks,
        afterExecution,
        triggers,
        retry,
        concurrency,
        pluginDefaults,
        List.of(),
        List.of(),
        List.of());
  }
}
