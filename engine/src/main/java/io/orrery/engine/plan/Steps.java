package io.orrery.engine.plan;

import io.orrery.model.flow.Branches;
import io.orrery.model.flow.FlowOutput;
import io.orrery.model.flow.Task;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The steps of loops that have task runs of their own and that nobody wrote, and what is rendered
/// at the end of a round.
public final class Steps {
  private Steps() {}

  public static final String CONDITION = "condition";
  public static final String INTERVAL = "interval";
  public static final String MAX_ITERATIONS = "maxIterations";
  public static final String MAX_DURATION = "maxDuration";
  public static final String BREAK_WHEN = "breakWhen";
  public static final String OUTPUTS = "outputs";

  /// After the id of a ForEachItem.
  public static final String SPLIT = "_split";

  private static final String ITEMS = "_items";
  private static final String MERGE = "_merge";
  private static final String ITERATION = "_iteration";

  /// What the split is for a worker.
  private static final String SPLIT_TYPE =
      "io.kestra.plugin.core.flow.ForEachItem$ForEachItemSplit";

  static Map<String, @Nullable Object> untilSubject(Task.LoopUntil task) {
    var parts = new LinkedHashMap<String, @Nullable Object>();
    parts.put(CONDITION, task.condition());
    parts.put(INTERVAL, task.interval());
    task.maxIterations().ifPresent(max -> parts.put(MAX_ITERATIONS, max));
    task.maxDuration().ifPresent(max -> parts.put(MAX_DURATION, max));
    return parts;
  }

  static Task.Part iteration(Task.Loop loop) {
    var type = loop.common().canonicalType() + "$Iteration";
    return new Task.Part(loop.common().step(ITERATION, type), Task.Part.Kind.ITERATION, loop);
  }

  static Branches body(Task.Part iteration) {
    return new Branches(loop(iteration).branches().tasks(), List.of(), List.of());
  }

  static Map<String, @Nullable Object> iterationSubject(Task.Part iteration) {
    var loop = loop(iteration);
    var parts = new LinkedHashMap<String, @Nullable Object>();
    loop.breakWhen().ifPresent(condition -> parts.put(BREAK_WHEN, condition));
    var outputs = new LinkedHashMap<String, @Nullable Object>();
    for (FlowOutput output : loop.outputs()) {
      outputs.put(output.id(), output.value());
    }
    if (!outputs.isEmpty()) {
      parts.put(OUTPUTS, outputs);
    }
    return parts;
  }

  /// The loop that a step is an iteration of.
  public static Task.Loop loop(Task.Part iteration) {
    if (iteration.whole() instanceof Task.Loop loop) {
      return loop;
    }
    throw new IllegalStateException(iteration.id() + " is no iteration of a Loop");
  }

  /// Split, start, merge.
  public static List<Task> ofForEachItem(Task.ForEachItem task) {
    var properties = new LinkedHashMap<String, Object>();
    properties.put("from", task.items());
    properties.putAll(task.batch());
    var type = task.common().canonicalType();
    var common = task.common();
    return List.of(
        new Task.PluginTask(common.step(SPLIT, SPLIT_TYPE), properties),
        new Task.Part(
            common.step(ITEMS, type + "$ForEachItemExecutable"), Task.Part.Kind.BATCHES, task),
        new Task.Part(
            common.step(MERGE, type + "$ForEachItemMergeOutputs"), Task.Part.Kind.MERGE, task));
  }

  /// What each batch of a ForEachItem starts.
  public static Task.Subflow call(Task.Part batches) {
    if (batches.whole() instanceof Task.ForEachItem task) {
      return task.call();
    }
    throw new IllegalStateException(batches.id() + " is no step of a ForEachItem");
  }

  /// Of the step that splits the file.
  public static String splitId(Task.Part part) {
    return part.whole().id() + SPLIT;
  }

  /// Of the step that starts the executions.
  public static String itemsId(Task.Part part) {
    return part.whole().id() + ITEMS;
  }
}
