package io.orrery.engine.plan;

import io.orrery.engine.plan.FlowPlan.AfterGroup;
import io.orrery.engine.plan.Node.Shape;
import io.orrery.expression.Reads;
import io.orrery.expression.Template;
import io.orrery.expression.TemplateTree;
import io.orrery.expression.Templates;
import io.orrery.model.flow.Branches;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.FlowOutput;
import io.orrery.model.flow.InputType;
import io.orrery.model.flow.Retry;
import io.orrery.model.flow.Task;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Compiles a checked flow. Disabled tasks are left out here, so nothing later need know of them.
public final class PlanCompiler {

  private final Templates templates;
  private final List<@Nullable Node> nodes = new ArrayList<>();
  private final Map<String, Integer> byTaskId = new HashMap<>();

  private PlanCompiler(Templates templates) {
    this.templates = templates;
  }

  /// @throws io.orrery.expression.ExpressionException when a template does not parse (a checked
  ///   flow has none such)
  public static FlowPlan compile(Templates templates, Flow flow, int revision) {
    var compiler = new PlanCompiler(templates);
    var top = new Place(-1, 0, flow.retry());
    var main = compiler.list(flow.tasks(), top);
    var errors = compiler.list(flow.errors(), top);
    var cleanup = compiler.list(flow.finallyTasks(), top);
    var after = new ArrayList<>(compiler.list(flow.afterExecution(), top));
    var groups = new ArrayList<AfterGroup>();
    groups.add(new AfterGroup(0, after.size(), -1));
    for (int i = 0; i < flow.listeners().size(); i++) {
      int from = after.size();
      after.addAll(compiler.list(flow.listeners().get(i).tasks(), top));
      boolean always = flow.listeners().get(i).conditions().isEmpty();
      groups.add(new AfterGroup(from, after.size(), always ? -1 : i));
    }
    var outputs = new LinkedHashMap<String, @Nullable Object>();
    for (FlowOutput output : flow.outputs()) {
      outputs.put(output.id(), output.value());
    }
    var nodes = new ArrayList<Node>(compiler.nodes.size());
    for (var node : compiler.nodes) {
      if (node == null) {
        throw new IllegalStateException("a container was numbered and never compiled");
      }
      nodes.add(node);
    }
    return new FlowPlan(
        flow,
        revision,
        nodes,
        compiler.byTaskId,
        main,
        errors,
        cleanup,
        after,
        groups,
        TemplateTree.compile(templates, outputs),
        compiler.defaults(flow),
        flow.sla().stream()
            .map(sla -> new Promise(sla, sla.assertion().map(templates::compile)))
            .toList());
  }

  private Map<String, Object> defaults(Flow flow) {
    var defaults = new LinkedHashMap<String, Object>();
    for (var input : flow.inputs()) {
      var value = input.defaults();
      boolean always = input.condition().isEmpty() && input.dependsOn().isEmpty();
      boolean plain = input.type() != InputType.SECRET && input.id().indexOf('.') < 0;
      if (value != null && always && plain && TemplateTree.compile(templates, value).literal()) {
        defaults.put(input.id(), value);
      }
    }
    return defaults;
  }

  /// Where a task stands: its container, the loops around it, and the retry that it inherits.
  private record Place(int parent, int loops, Optional<Retry> retry) {}

  private List<Integer> list(List<Task> tasks, Place place) {
    var indexes = new ArrayList<Integer>(tasks.size());
    for (var task : tasks) {
      if (!task.common().disabled()) {
        indexes.add(add(task, place));
      }
    }
    return indexes;
  }

  private int add(Task task, Place place) {
    int index = nodes.size();
    nodes.add(null);
    byTaskId.put(task.id(), index);
    var retry = task.common().retry().or(place::retry);
    var inside = new Place(index, place.loops, retry);
    var inLoop = new Place(index, place.loops + 1, retry);
    var node =
        switch (task) {
          case Task.PluginTask leaf -> leaf(index, place, retry, leaf, properties(leaf));
          case Task.Subflow leaf -> leaf(index, place, retry, leaf, subflow(leaf));
          case Task.SetLabels leaf -> leaf(index, place, Optional.empty(), leaf, leaf.labels());
          case Task.SetVariables leaf ->
              leaf(index, place, Optional.empty(), leaf, pair(leaf.variables(), leaf.overwrite()));
          case Task.UnsetVariables leaf ->
              leaf(
                  index,
                  place,
                  Optional.empty(),
                  leaf,
                  pair(leaf.variables(), leaf.ignoreMissing()));
          case Task.Exit leaf -> leaf(index, place, Optional.empty(), leaf, leaf.state());
          case Task.WorkingDirectory it ->
              container(index, place, it, Shape.SEQUENCE, 0, main(it.branches(), inside))
                  .about(it.files())
                  .with(it.branches(), inside);
          case Task.Sequential it ->
              container(index, place, it, Shape.SEQUENCE, 0, main(it.branches(), inside))
                  .with(it.branches(), inside);
          case Task.AllowFailure it ->
              container(index, place, it, Shape.SEQUENCE, 0, main(it.branches(), inside))
                  .with(it.branches(), inside);
          case Task.Parallel it ->
              container(
                      index,
                      place,
                      it,
                      Shape.PARALLEL,
                      it.concurrent(),
                      main(it.branches(), inside))
                  .with(it.branches(), inside);
          case Task.Dag it ->
              container(index, place, it, Shape.DAG, it.concurrent(), main(it.branches(), inside))
                  .waiting(it)
                  .with(it.branches(), inside);
          case Task.If it ->
              container(
                      index,
                      place,
                      it,
                      Shape.SEQUENCE,
                      0,
                      List.of(list(it.branches().tasks(), inside), list(it.otherwise(), inside)))
                  .about(it.condition())
                  .with(it.branches(), inside);
          case Task.Switch it ->
              container(index, place, it, Shape.SEQUENCE, 0, cases(it, inside))
                  .about(it.value())
                  .with(it.branches(), inside);
          case Task.ForEach it ->
              container(
                      index,
                      place,
                      it,
                      it.shape() == Task.ForEach.Shape.PARALLEL ? Shape.LOOP_PARALLEL : Shape.LOOP,
                      it.concurrency(),
                      main(it.branches(), inLoop))
                  .about(it.values())
                  .with(it.branches(), inside);
          case Task.LoopUntil it ->
              container(index, place, it, Shape.SEQUENCE, 0, main(it.branches(), inside))
                  .about(Steps.untilSubject(it))
                  .with(it.branches(), inside);
          case Task.Loop it ->
              container(
                      index,
                      place,
                      it,
                      Shape.LOOP,
                      it.concurrency(),
                      List.of(List.of(add(Steps.iteration(it), inLoop))))
                  .about(it.values())
                  .with(it.branches(), inside);
          case Task.ForEachItem it ->
              container(
                      index,
                      place,
                      it,
                      Shape.SEQUENCE,
                      0,
                      List.of(list(Steps.ofForEachItem(it), inside)))
                  .with(it.branches(), inside);
          case Task.Part it ->
              switch (it.kind()) {
                case ITERATION ->
                    container(index, place, it, Shape.SEQUENCE, 0, main(Steps.body(it), inside))
                        .about(Steps.iterationSubject(it))
                        .with(Branches.NONE, inside);
                case BATCHES -> leaf(index, place, retry, it, subflow(Steps.call(it)));
                case MERGE -> leaf(index, place, Optional.empty(), it, Map.of());
              };
          case Task.Pause it ->
              container(
                      index,
                      place,
                      it,
                      Shape.SEQUENCE,
                      0,
                      List.of(
                          list(it.branches().tasks(), inside),
                          list(it.onPause().stream().toList(), inside)))
                  .about(waits(it))
                  .with(it.branches(), inside);
        };
    nodes.set(index, node);
    return index;
  }

  private List<List<Integer>> main(Branches branches, Place inside) {
    return List.of(list(branches.tasks(), inside));
  }

  /// The cases in order, then the defaults (empty when there are none).
  private List<List<Integer>> cases(Task.Switch task, Place inside) {
    var lists = new ArrayList<List<Integer>>();
    task.cases().values().forEach(tasks -> lists.add(list(tasks, inside)));
    lists.add(list(task.defaults().orElse(List.of()), inside));
    return lists;
  }

  private static Map<String, @Nullable Object> properties(Task.PluginTask task) {
    var read = new LinkedHashMap<String, @Nullable Object>(task.properties());
    task.common().timeout().ifPresent(timeout -> read.put("timeout", timeout));
    return read;
  }

  /// The names under which [io.orrery.engine.execution.Preparing] finds the parts again.
  private static Map<String, Object> pair(Object variables, Object flag) {
    return Map.of("variables", variables, "flag", flag);
  }

  private static Map<String, @Nullable Object> waits(Task.Pause task) {
    var parts = new LinkedHashMap<String, @Nullable Object>();
    task.delay().ifPresent(delay -> parts.put("delay", delay));
    task.common().timeout().ifPresent(timeout -> parts.put("timeout", timeout));
    return parts;
  }

  private static Map<String, @Nullable Object> subflow(Task.Subflow task) {
    var parts = new LinkedHashMap<String, @Nullable Object>();
    parts.put("namespace", task.namespace());
    parts.put("flowId", task.flowId());
    parts.put("inputs", task.inputs());
    parts.put("labels", task.labels());
    task.scheduleDate().ifPresent(date -> parts.put("scheduleDate", date));
    return parts;
  }

  private Node leaf(
      int index, Place place, Optional<Retry> retry, Task task, @Nullable Object subject) {
    var runIf = runIf(task);
    var tree = TemplateTree.compile(templates, subject);
    return new Node(
        index,
        task,
        place.parent,
        place.loops,
        Shape.LEAF,
        0,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        retry,
        runIf,
        tree,
        tree.reads().and(runIf.map(Template::reads).orElse(Reads.NOTHING)));
  }

  private Optional<Template> runIf(Task task) {
    return task.common().runIf().map(templates::compile);
  }

  private Draft container(
      int index, Place place, Task task, Shape shape, int concurrent, List<List<Integer>> mains) {
    return new Draft(index, place, task, shape, concurrent, mains);
  }

  /// A container on its way to be a node.
  private final class Draft {
    private final int index;
    private final Place place;
    private final Task task;
    private final Shape shape;
    private final int concurrent;
    private final List<List<Integer>> mains;
    private List<BitSet> waitsFor = List.of();
    private @Nullable Object subject;

    Draft(
        int index, Place place, Task task, Shape shape, int concurrent, List<List<Integer>> mains) {
      this.index = index;
      this.place = place;
      this.task = task;
      this.shape = shape;
      this.concurrent = concurrent;
      this.mains = mains;
    }

    Draft about(@Nullable Object what) {
      subject = what;
      return this;
    }

    Draft waiting(Task.Dag dag) {
      var ids = mains.getFirst().stream().map(child -> required(child).id()).toList();
      var sets = new ArrayList<BitSet>(ids.size());
      for (var id : ids) {
        var set = new BitSet();
        for (var other : dag.dependsOn().getOrDefault(id, List.of())) {
          int at = ids.indexOf(other);
          if (at >= 0) { // a disabled task is not in the list and is not waited for
            set.set(at);
          }
        }
        sets.add(set);
      }
      waitsFor = sets;
      return this;
    }

    Node with(Branches branches, Place inside) {
      var runIf = runIf(task);
      var tree = TemplateTree.compile(templates, subject);
      return new Node(
          index,
          task,
          place.parent,
          place.loops,
          shape,
          concurrent,
          mains,
          list(branches.errors(), inside),
          list(branches.finallyTasks(), inside),
          waitsFor,
          Optional.empty(),
          runIf,
          tree,
          tree.reads().and(runIf.map(Template::reads).orElse(Reads.NOTHING)));
    }
  }

  private Node required(int index) {
    var node = nodes.get(index);
    if (node == null) {
      throw new IllegalStateException("node " + index + " is not compiled yet");
    }
    return node;
  }
}
