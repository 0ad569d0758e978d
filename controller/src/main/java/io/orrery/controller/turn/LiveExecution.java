package io.orrery.controller.turn;

import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.LaterRuns;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.execution.Transition;
import io.orrery.engine.execution.View;
import io.orrery.engine.plan.FlowPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An unfinished execution as its owner keeps it: the head, the task runs that have not ended, the
/// values of open loops. Everything here was committed, or is about to be by the turn that changed
/// it. Used by the loop's thread alone, except for [#outputs].
final class LiveExecution implements View {

  private final FlowPlan plan;
  private final LiveOutputs outputs;
  private final Map<Integer, TaskRun> live = new HashMap<>();
  private final LaterRuns later = new LaterRuns();
  private final Map<Integer, List<String>> loopValues = new HashMap<>();
  private final Judging judging = new Judging();
  private Execution head;

  LiveExecution(FlowPlan plan, Execution head, LiveOutputs outputs) {
    this.plan = plan;
    this.head = head;
    this.outputs = outputs;
  }

  FlowPlan plan() {
    return plan;
  }

  LiveOutputs outputs() {
    return outputs;
  }

  Judging judging() {
    return judging;
  }

  void add(TaskRun run) {
    later.put(run);
    if (!run.later()) {
      live.put(run.seq(), run);
    }
  }

  void loopValues(int seq, List<String> values) {
    loopValues.put(seq, values);
  }

  void apply(Transition transition) {
    head = transition.head();
    transition.emptied().forEach(this::empty);
    transition.created().forEach(this::keep);
    transition.changed().forEach(this::keep);
    transition.removed().forEach(live::remove);
    transition.removed().forEach(later::remove);
    transition.cleared().forEach(this::forget);
    loopValues.putAll(transition.loopValues());
    for (var run : transition.changed()) {
      if (run.state().terminal()) {
        loopValues.remove(run.seq());
      }
    }
  }

  /// The outputs of a round that is no more. The container itself still lives.
  private void forget(Transition.Cleared round) {
    var container = live.get(round.container());
    if (container == null) {
      throw new IllegalStateException("task run " + round.container() + " has no rounds any more");
    }
    var tasks = new HashSet<String>();
    for (int node = container.node() + 1; plan.within(node, container.node()); node++) {
      tasks.add(plan.node(node).id());
    }
    outputs.forget(tasks, container.path());
  }

  private void empty(int container) {
    live.values().removeIf(run -> run.parent() == container);
    run(container)
        .ifPresent(
            run ->
                plan.node(run.node()).mains().stream()
                    .flatMap(List::stream)
                    .forEach(child -> outputs.forget(plan.node(child).id(), run.path())));
  }

  private void keep(TaskRun run) {
    later.put(run);
    if (run.later()) {
      live.remove(run.seq());
      return;
    }
    if (run.state().terminal()) {
      live.remove(run.seq());
      outputs.add(run);
      return;
    }
    live.put(run.seq(), run);
    if (run.frame().isPresent()) {
      outputs.add(run); // a container's own outputs are there for its children
    }
  }

  /// The outputs of loaded containers, which their children read, are in no ended row.
  void knowOpenContainers() {
    live.values().stream().filter(run -> run.frame().isPresent()).forEach(outputs::add);
  }

  /// Forgets the ended task runs that a restart needed to see.
  void dropEnded() {
    live.values().removeIf(run -> run.state().terminal());
  }

  @Override
  public Execution head() {
    return head;
  }

  @Override
  public Optional<TaskRun> run(int seq) {
    return Optional.ofNullable(live.get(seq));
  }

  @Override
  public List<TaskRun> runs() {
    var runs = new ArrayList<>(live.values());
    runs.sort(Comparator.comparingInt(TaskRun::seq));
    return runs;
  }

  @Override
  public LaterRuns later() {
    return later;
  }

  @Override
  public List<String> loopValues(int seq) {
    var values = loopValues.get(seq);
    if (values == null) {
      throw new IllegalStateException(
          "the values of loop " + seq + " of execution " + head.id() + " are not loaded");
    }
    return values;
  }
}
