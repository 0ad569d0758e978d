package io.orrery.controller.turn;

import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.plan.Node;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.kept.Opened;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The `outputs` variable: each task's outputs are looked up when a template names them, and of a
/// task in loops only those of the values that it names. What is sealed or put aside is opened when
/// it is read. Inside a Loop, the values of the iteration that both are in go without saying.
public final class LazyOutputs extends AbstractMap<String, Object> {

  private final OutputsReader reader;
  private final FlowPlan plan;
  private final ExecutionId execution;
  private final Opened.Opener opener;

  private final @Nullable TaskRun reading;

  /// For the execution itself.
  public LazyOutputs(
      OutputsReader reader, FlowPlan plan, ExecutionId execution, Opened.Opener opener) {
    this(reader, plan, execution, null, opener);
  }

  /// @param reading the task run whose templates are rendered
  LazyOutputs(
      OutputsReader reader,
      FlowPlan plan,
      ExecutionId execution,
      @Nullable TaskRun reading,
      Opened.Opener opener) {
    this.opener = opener;
    this.reader = reader;
    this.plan = plan;
    this.execution = execution;
    this.reading = reading;
  }

  @Override
  public @Nullable Object get(@Nullable Object key) {
    if (!(key instanceof String taskId)) {
      return null;
    }
    var node = plan.node(taskId);
    int loops = node.map(Node::loops).orElse(0);
    if (loops == 0) {
      return Opened.of(reader.all(execution, taskId), opener);
    }
    var implied = node.map(this::implied).orElse(List.of());
    if (!implied.isEmpty()) {
      return implied.size() == loops
          ? Opened.of(reader.of(execution, taskId, implied), opener)
          : new OfLoop(taskId, loops, implied);
    }
    return reader.tasks(execution).contains(taskId) ? new OfLoop(taskId, loops, List.of()) : null;
  }

  private List<String> implied(Node node) {
    return reading == null
        ? List.of()
        : reading.path().subList(0, plan.implied(plan.node(reading.node()), node));
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return get(key) != null;
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    var all = new LinkedHashMap<String, Object>();
    for (var taskId : reader.tasks(execution)) {
      var outputs = get(taskId);
      if (outputs != null) {
        all.put(taskId, outputs);
      }
    }
    return all.entrySet();
  }

  /// The outputs of a task under some of the loop values around it.
  private final class OfLoop extends AbstractMap<String, Object> {
    private final String taskId;
    private final int loops;
    private final List<String> path;

    OfLoop(String taskId, int loops, List<String> path) {
      this.taskId = taskId;
      this.loops = loops;
      this.path = path;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
      if (key == null) {
        return null;
      }
      var deeper = new ArrayList<>(path);
      deeper.add(key.toString());
      return deeper.size() == loops
          ? Opened.of(reader.of(execution, taskId, deeper), opener)
          : new OfLoop(taskId, loops, deeper);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return get(key) != null;
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
      Object at = reader.all(execution, taskId);
      for (var step : path) {
        at = at instanceof Map<?, ?> map ? map.get(step) : null;
      }
      var entries = new LinkedHashMap<String, Object>();
      if (at instanceof Map<?, ?> map) {
        Opened.map(map, opener).forEach(entries::put);
      }
      return entries.entrySet();
    }
  }
}
