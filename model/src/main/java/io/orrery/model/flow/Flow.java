package io.orrery.model.flow;

import io.orrery.model.flow.TriggerDef.OnWorker;
import io.orrery.model.flow.TriggerDef.Schedule;
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

  /// The trigger of this id, as the text has it.
  public Optional<TriggerDef> trigger(String id) {
    return triggers.stream().filter(it -> it.id().equals(id)).findFirst();
  }

  /// The schedules in force: a disabled flow disables its triggers.
  public List<Schedule> schedules() {
    return triggers.stream().flatMap(it -> inForce(it, Schedule.class)).toList();
  }

  /// The schedule of this id, in force.
  public Optional<Schedule> schedule(String id) {
    return trigger(id).stream().flatMap(it -> inForce(it, Schedule.class)).findFirst();
  }

  /// The triggers in force that run on workers.
  public List<OnWorker> onWorkers() {
    return triggers.stream().flatMap(it -> inForce(it, OnWorker.class)).toList();
  }

  /// The trigger of this id that runs on a worker, in force.
  public Optional<OnWorker> onWorker(String id) {
    return trigger(id).stream().flatMap(it -> inForce(it, OnWorker.class)).findFirst();
  }

  /// Empty when it is of another kind.
  private <T extends TriggerDef> Stream<T> inForce(TriggerDef trigger, Class<T> kind) {
    var copy =
        switch (trigger) {
          case Schedule schedule when disabled -> schedule.disabledCopy();
          case OnWorker onWorker when disabled -> onWorker.disabledCopy();
          case Schedule _,
              OnWorker _,
              TriggerDef.FlowTrigger _,
              TriggerDef.Webhook _,
              TriggerDef.Other _ ->
              trigger;
        };
    return Stream.of(copy).filter(kind::isInstance).map(kind::cast);
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
