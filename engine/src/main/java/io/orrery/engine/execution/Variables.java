package io.orrery.engine.execution;

import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.plan.Node;
import io.orrery.model.flow.Task;
import io.orrery.model.state.State;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// What templates may read, under Kestra's names (inventory §3.2). `outputs` is given by the
/// caller, since how much of it a task needs, and whether it is fetched at once or when asked for,
/// is the caller's business.
public final class Variables {
  private Variables() {}

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /// For the execution itself.
  public static Map<String, Object> of(
      FlowPlan plan, Execution head, Map<String, Object> outputs, Surroundings around) {
    var variables = new LinkedHashMap<String, Object>();
    variables.put("flow", flow(head));
    variables.put("execution", execution(head));
    variables.put("outputs", outputs);
    if (!head.fixed().inputs().isEmpty() || !plan.flow().inputs().isEmpty()) {
      variables.put("inputs", inputs(plan, head.fixed().inputs()));
    }
    head.fixed().trigger().ifPresent(trigger -> variables.put("trigger", trigger.variables()));
    variables.put("labels", labels(head.labels()));
    variables.put("vars", ExecutionVariables.of(plan, head));
    variables.put("envs", around.envs());
    variables.put("globals", around.globals());
    variables.put("kestra", around.kestra());
    if (afterFailure(head.root())) {
      variables.put(ERROR, Map.of());
    }
    variables.put("namespace", around.namespaces().of(head.fixed().flow().namespace()));
    return variables;
  }

  /// The one that there is.
  private static final String TENANT = "main";

  /// There, and empty, where a failure is being dealt with: what it was is read by who renders.
  public static final String ERROR = "error";

  private static boolean afterFailure(Frame frame) {
    return frame.worst() == State.FAILED
        && switch (frame.branch()) {
          case ERRORS, FINALLY, OUTPUTS, AFTER -> true;
          case INPUTS, ADMISSION, ON_PAUSE, MAIN, VERDICT, DONE, LATER -> false;
        };
  }

  /// An input that nobody resolved has its default all the same (inventory §3.2).
  private static Map<String, Object> inputs(FlowPlan plan, Map<String, Object> resolved) {
    if (resolved.keySet().containsAll(plan.defaults().keySet())) {
      return resolved;
    }
    var filled = new LinkedHashMap<>(plan.defaults());
    filled.putAll(resolved);
    return filled;
  }

  /// For one task run.
  ///
  /// @param runs finds the containers around it by seq
  public static Map<String, Object> of(
      FlowPlan plan,
      Execution head,
      TaskRun run,
      IntFunction<Optional<TaskRun>> runs,
      Map<String, Object> outputs,
      Surroundings around) {
    var variables = of(plan, head, outputs, around);
    var node = plan.node(run.node());
    variables.put("task", task(node));
    var about = taskrun(run);
    variables.put("taskrun", about);
    var parents = new ArrayList<Map<String, Object>>();
    var items = new ArrayList<TaskRun>();
    if (node.iteration()) {
      items.add(run);
    }
    for (int seq = run.parent(); seq >= 0; ) {
      var parent = runs.apply(seq);
      if (parent.isEmpty()) {
        break;
      }
      var container = parent.get();
      // The round of a LoopUntil, from 1 on, for the tasks that are directly in it (Kestra's rule).
      if (seq == run.parent()
          && plan.node(container.node()).task() instanceof Task.LoopUntil
          && container.outputs().get(Asking.ITERATION_COUNT) instanceof Number round) {
        about.put("iteration", round);
      }
      if (container.frame().filter(Variables::afterFailure).isPresent()) {
        variables.put(ERROR, Map.of());
      }
      if (plan.node(container.node()).iteration()) {
        items.add(container);
      }
      var said = parent(container);
      if (!said.isEmpty()) { // one that has nothing to say does not count (Kestra's rule)
        parents.add(said);
      }
      seq = parent.get().parent();
    }
    if (!parents.isEmpty()) {
      variables.put("parent", parents.getFirst());
      variables.put("parents", parents);
    }
    if (!items.isEmpty()) {
      variables.put("item", item(items, runs));
      variables.put("iteration", items.getFirst().iteration());
    }
    return variables;
  }

  /// What the iterations of the Loops around a task stand for.
  ///
  /// @param iterations the innermost first
  private static Map<String, Object> item(
      List<TaskRun> iterations, IntFunction<Optional<TaskRun>> runs) {
    var parents = new ArrayList<Map<String, Object>>();
    for (var outer : iterations.subList(1, iterations.size())) {
      parents.add(item(outer, runs));
    }
    var item = item(iterations.getFirst(), runs);
    if (!parents.isEmpty()) {
      item.put("parent", parents.getFirst());
      item.put("parents", parents);
    }
    return item;
  }

  private static Map<String, Object> item(TaskRun it, IntFunction<Optional<TaskRun>> runs) {
    var item = new LinkedHashMap<String, Object>();
    item.put("value", it.value().orElse(""));
    item.put("index", it.iteration());
    boolean keyed =
        runs.apply(it.parent())
            .flatMap(TaskRun::frame)
            .filter(frame -> frame.mark() == Draft.KEYED)
            .isPresent();
    if (keyed) {
      item.put("key", it.path().getLast());
    }
    return item;
  }

  /// As above, for one batch of a ForEachItem.
  ///
  /// @param items address of the batch's file
  public static Map<String, Object> ofBatch(Map<String, Object> ofTask, int batch, String items) {
    var variables = new LinkedHashMap<>(ofTask);
    var taskrun = new LinkedHashMap<String, @Nullable Object>();
    if (ofTask.get("taskrun") instanceof Map<?, ?> own) {
      own.forEach((name, value) -> taskrun.put(String.valueOf(name), value));
    }
    taskrun.put("items", items);
    taskrun.put("iteration", batch);
    variables.put("taskrun", taskrun);
    return variables;
  }

  /// A flow without an execution: what defaults of inputs may read.
  public static Map<String, Object> of(
      io.orrery.model.flow.Flow flow, int revision, Surroundings around) {
    var variables = new LinkedHashMap<String, Object>();
    var about = new LinkedHashMap<String, Object>();
    about.put("id", flow.key().id());
    about.put("namespace", flow.key().namespace());
    about.put("revision", revision);
    about.put("tenantId", TENANT);
    variables.put("flow", about);
    variables.put("vars", flow.variables());
    variables.put("labels", labels(flow.labels()));
    variables.put("envs", around.envs());
    variables.put("globals", around.globals());
    variables.put("kestra", around.kestra());
    variables.put("namespace", around.namespaces().of(flow.key().namespace()));
    return variables;
  }

  private static Map<String, Object> flow(Execution head) {
    var flow = new LinkedHashMap<String, Object>();
    flow.put("id", head.fixed().flow().id());
    flow.put("namespace", head.fixed().flow().namespace());
    flow.put("revision", head.fixed().revision());
    flow.put("tenantId", TENANT);
    return flow;
  }

  private static Map<String, Object> execution(Execution head) {
    var execution = new LinkedHashMap<String, Object>();
    execution.put("id", head.id().value());
    execution.put("startDate", instant(head.fixed().createdAt()));
    execution.put("originalId", head.fixed().originalId().value());
    execution.put("state", head.state().name());
    if (!head.outputs().isEmpty()) {
      execution.put("outputs", head.outputs());
    }
    return execution;
  }

  private static Map<String, Object> task(Node node) {
    var task = new LinkedHashMap<String, Object>();
    task.put("id", node.id());
    task.put("type", node.task().common().canonicalType());
    return task;
  }

  private static Map<String, @Nullable Object> taskrun(TaskRun run) {
    var taskrun = new LinkedHashMap<String, @Nullable Object>();
    taskrun.put("id", run.id().toString());
    taskrun.put("startDate", instant(run.history().startedAt()));
    taskrun.put("attemptsCount", run.attempts().size());
    if (run.parent() >= 0) {
      taskrun.put("parentId", run.id().execution().value() + "-" + run.parent());
    }
    // There outside loops too, as null: flows that are used in both ways name it.
    taskrun.put("value", run.value().orElse(null));
    if (run.iteration() >= 0) {
      taskrun.put("iteration", run.iteration());
    }
    return taskrun;
  }

  private static Map<String, Object> parent(TaskRun run) {
    var parent = new LinkedHashMap<String, Object>();
    if (run.value().isPresent()) {
      parent.put("taskrun", Map.of("value", run.value().get()));
    }
    if (!run.outputs().isEmpty()) {
      parent.put("outputs", run.outputs());
    }
    return parent;
  }

  /// `system.x` is reachable as `labels.system.x`.
  private static Map<String, Object> labels(Map<String, String> labels) {
    var nested = new LinkedHashMap<String, Object>();
    labels.forEach(
        (key, value) -> {
          if (key.startsWith("system.")) {
            put(nested, List.of("system", key.substring("system.".length())), value);
          } else {
            nested.put(key, value);
          }
        });
    return nested;
  }

  /// Puts outputs under the loop values that lead to them: `outputs.task[a][b]`.
  public static void put(Map<String, Object> into, List<String> path, @Nullable Object value) {
    var at = into;
    for (var step : path.subList(0, path.size() - 1)) {
      if (!(at.get(step) instanceof Map<?, ?>)) {
        at.put(step, new LinkedHashMap<String, Object>());
      }
      at = asMap(at.get(step));
    }
    if (value != null) {
      at.put(path.getLast(), value);
    }
  }

  @SuppressWarnings("unchecked") // only maps that were made in #put are read here
  private static Map<String, Object> asMap(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, Object>) map : new LinkedHashMap<>();
  }

  /// Instants read in UTC with milliseconds.
  public static String instant(Instant at) {
    return MILLIS.format(at);
  }
}
