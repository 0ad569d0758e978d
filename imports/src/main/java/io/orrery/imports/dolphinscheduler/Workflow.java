package io.orrery.imports.dolphinscheduler;

import io.orrery.imports.FlowFile;
import io.orrery.imports.FlowYaml;
import io.orrery.imports.Item;
import io.orrery.imports.Literal;
import io.orrery.imports.Names;
import io.orrery.imports.Notes;
import io.orrery.imports.dolphinscheduler.Exported.Edge;
import io.orrery.imports.dolphinscheduler.Exported.Step;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// One workflow as a flow.
final class Workflow {
  private final Exported exported;
  private final String id;
  private final Known known;
  private final UnaryOperator<String> place;
  private final List<Item> items;

  private final Notes notes = new Notes();
  private final Names names;
  private final Map<Long, Map<String, Object>> delays = new LinkedHashMap<>();
  private final Map<String, Object> variables = new LinkedHashMap<>();
  private final List<Map<String, Object>> inputs = new ArrayList<>();
  private final List<Map<String, Object>> triggers = new ArrayList<>();

  /// Whether a task of it could not be mapped: then it must not run.
  private boolean broken;

  /// @param names the ids of its tasks
  /// @param place of a path in the source
  /// @param items where what became of each part is told
  private Workflow(
      Exported exported,
      String id,
      Known known,
      Names names,
      UnaryOperator<String> place,
      List<Item> items) {
    this.names = names;
    this.exported = exported;
    this.id = id;
    this.known = known;
    this.place = place;
    this.items = items;
  }

  /// Empty when it has no tasks, or they wait for each other in a circle.
  static Optional<FlowFile> flow(
      Exported exported, String id, Known outer, UnaryOperator<String> place, List<Item> items) {
    var ids = new LinkedHashMap<Long, String>();
    var names = new Names();
    exported
        .steps()
        .forEach(step -> ids.put(step.code(), names.id(step.name().replace('-', '_'), "task")));
    var known = new Known(outer.namespace(), outer.flows(), ids);
    return new Workflow(exported, id, known, names, place, items).flow();
  }

  private Optional<FlowFile> flow() {
    var own = new ArrayList<Item>();
    var gates = gates(own);
    var steps = exported.steps().stream().filter(step -> !gates.contains(step.code())).toList();
    var graph = new Graph(steps, exported.edges());
    var ordered = graph.ordered();
    if (steps.isEmpty() || ordered.isEmpty()) {
      notes.lost(
          steps.isEmpty()
              ? "it has no tasks: left out"
              : "its tasks wait for each other in a circle");
      tell(Optional.empty());
      return Optional.empty();
    }
    var values = parameters();
    var tasks = tasks(graph, ordered.get(), values, own);
    schedule(own);
    var flow = head();
    limits(flow);
    if (!inputs.isEmpty()) flow.put("inputs", inputs);
    if (!variables.isEmpty()) flow.put("variables", variables);
    flow.put("tasks", tasks);
    if (!triggers.isEmpty()) flow.put("triggers", triggers);
    tell(Optional.of(id));
    items.addAll(own);
    return Optional.of(new FlowFile(known.namespace(), id, FlowYaml.write(flow)));
  }

  private void tell(Optional<String> flow) {
    items.add(
        notes.item(place.apply(exported.place()), "workflow '" + exported.name() + "'", flow));
  }

  private Item item(Notes seen, Step step) {
    return seen.item(
        place.apply(step.whole().path()),
        "%s task '%s'".formatted(step.type(), step.name()),
        Optional.of(id));
  }

  private Map<String, Object> head() {
    var flow = new LinkedHashMap<String, Object>();
    flow.put("id", id);
    flow.put("namespace", known.namespace());
    var imported = "Imported from DolphinScheduler: workflow %s.".formatted(exported.name());
    flow.put(
        "description",
        exported.description().isBlank()
            ? imported
            : exported.description().strip() + "\n\n" + imported);
    if (exported.offline()) notes.remark("it is offline: the flow is disabled");
    if (broken) notes.remark("a task of it is not mapped: the flow is disabled");
    if (exported.offline() || broken) flow.put("disabled", true);
    return flow;
  }

  private void limits(Map<String, Object> flow) {
    var behavior =
        switch (exported.executionType()) {
          case "SERIAL_WAIT" -> "QUEUE";
          case "SERIAL_DISCARD" -> "CANCEL";
          default -> "";
        };
    if (!behavior.isEmpty()) {
      var limit = new LinkedHashMap<String, Object>();
      limit.put("limit", 1);
      limit.put("behavior", behavior);
      flow.put("concurrency", limit);
    }
    switch (exported.executionType()) {
      case "PARALLEL", "SERIAL_WAIT", "SERIAL_DISCARD" -> {
        // Said by the flow.
      }
      case "SERIAL_PRIORITY" ->
          notes.remark(
              "its execution type SERIAL_PRIORITY is 'overlap: CANCEL_RUNNING' of its schedule;"
                  + " executions that people start end no others");
      default ->
          notes.lost("its execution type %s is not known".formatted(exported.executionType()));
    }
    if (exported.timeoutMinutes() > 0) {
      var promise = new LinkedHashMap<String, Object>();
      promise.put("id", "timeout");
      promise.put("type", "MAX_DURATION");
      promise.put("duration", Duration.ofMinutes(exported.timeoutMinutes()).toString());
      promise.put("behavior", "NONE");
      promise.put("labels", Map.of("timeout", "exceeded"));
      flow.put("sla", List.of(promise));
    }
  }

  /// Parameters of the workflow: inputs; those made of other parameters or times, variables.
  private Placeholders parameters() {
    var zone = exported.schedule().flatMap(schedule -> Triggers.zone(schedule, new Notes()));
    var times = new TimeText(zone.map(ZoneId::getId));
    var values = new LinkedHashMap<String, String>();
    var given = new Names();
    for (var param : exported.params()) {
      if (!param.in()) {
        notes.lost("its parameter '%s' is an output: add it to 'outputs'".formatted(param.name()));
        continue;
      }
      var name = given.id(param.name(), "param").replace('-', '_');
      if (Placeholders.isIn(param.value())) {
        variables.put(name, new Placeholders(values, times).template(param.value(), notes));
        values.put(param.name(), "{{ render(vars." + name + ") }}");
      } else {
        var input = new LinkedHashMap<String, Object>();
        input.put("id", name);
        input.put("type", "STRING");
        if (param.value().isEmpty()) {
          input.put("required", false);
          values.put(param.name(), "{{ inputs." + name + " ?? '' }}");
        } else {
          input.put("defaults", Literal.of(param.value()));
          values.put(param.name(), "{{ inputs." + name + " }}");
        }
        inputs.add(input);
      }
    }
    return new Placeholders(values, times);
  }

  /// DEPENDENT tasks that nothing comes before: Flow triggers take their place.
  private Set<Long> gates(List<Item> told) {
    var graph = new Graph(exported.steps(), exported.edges());
    var gates = new LinkedHashSet<Long>();
    var first =
        exported.steps().stream()
            .filter(step -> step.type().equals("DEPENDENT") && graph.before(step.code()).isEmpty())
            .toList();
    // Beside tasks that wait for nothing, or for another of them, a trigger would hold back too
    // much.
    boolean all =
        exported.steps().stream()
            .filter(step -> graph.before(step.code()).isEmpty())
            .allMatch(first::contains);
    if (first.size() != 1 || !all) return gates;
    var gate = first.getFirst();
    var seen = new Notes();
    var found = Triggers.flows(gate, known.task(gate.code()).orElseThrow(), known, seen);
    if (!found.isEmpty()) {
      gates.add(gate.code());
      triggers.addAll(found);
      told.add(item(seen, gate));
    }
    return gates;
  }

  private List<Map<String, Object>> tasks(
      Graph graph, List<Step> ordered, Placeholders values, List<Item> told) {
    var ways = graph.ways(this::condition);
    var tasks = new LinkedHashMap<Long, Map<String, Object>>();
    for (var step : ordered) {
      var seen = new Notes();
      var runIf = Graph.runIf(ways.getOrDefault(step.code(), Set.of()));
      boolean always = ways.getOrDefault(step.code(), Set.of()).stream().anyMatch(Set::isEmpty);
      if (runIf.isEmpty() && !always) seen.lost("too many branches lead to it: it always runs");
      var task = Steps.task(step, known, values, runIf, seen);
      boolean watched =
          graph.after(step.code()).stream().anyMatch(code -> type(code).equals("CONDITIONS"));
      if (watched) task.put("allowFailure", true);
      if (seen.isLost()) {
        broken = true;
        variables.put(
            Steps.variable(known.task(step.code()).orElseThrow()),
            literal(step.settings().plain()));
      }
      delay(step, task);
      tasks.put(step.code(), task);
      told.add(item(seen, step));
    }
    return graph.isRow() ? row(tasks) : List.of(dag(graph, tasks));
  }

  private String type(long code) {
    return exported.steps().stream()
        .filter(step -> step.code() == code)
        .map(Step::type)
        .findFirst()
        .orElse("");
  }

  /// When the step from one task to the next is taken.
  private Optional<String> condition(Edge edge) {
    var from = exported.steps().stream().filter(step -> step.code() == edge.from()).findFirst();
    var settings = from.map(Step::settings);
    var task = known.task(edge.from()).orElse("");
    return switch (from.map(Step::type).orElse("")) {
      case "SWITCH" ->
          Optional.of(
              "(outputs.%s.value ?? '') == %s"
                  .formatted(task, Literal.quoted(known.task(edge.to()).orElse(""))));
      case "CONDITIONS" -> {
        var result = settings.orElseThrow().at("conditionResult");
        boolean success = result.numbers("successNode").contains(edge.to());
        boolean failure = result.numbers("failedNode").contains(edge.to());
        yield success == failure
            ? Optional.empty()
            : Optional.of(
                "(outputs.%s.value ?? '') == '%s'"
                    .formatted(task, success ? "success" : "failure"));
      }
      default -> Optional.empty();
    };
  }

  private List<Map<String, Object>> row(Map<Long, Map<String, Object>> tasks) {
    var row = new ArrayList<Map<String, Object>>();
    tasks.forEach(
        (code, task) -> {
          if (delays.containsKey(code)) row.add(delays.get(code));
          row.add(task);
        });
    return row;
  }

  private Map<String, Object> dag(Graph graph, Map<Long, Map<String, Object>> tasks) {
    var nodes = new ArrayList<Map<String, Object>>();
    tasks.forEach(
        (code, task) -> {
          var before = graph.before(code).stream().map(it -> known.task(it).orElseThrow()).toList();
          var delay = Optional.ofNullable(delays.get(code));
          delay.ifPresent(wait -> nodes.add(node(wait, before)));
          nodes.add(
              node(
                  task, delay.map(wait -> List.of(String.valueOf(wait.get("id")))).orElse(before)));
        });
    var dag = new LinkedHashMap<String, Object>();
    dag.put("id", names.id("workflow", "workflow"));
    dag.put("type", "io.kestra.plugin.core.flow.Dag");
    dag.put("tasks", nodes);
    return dag;
  }

  private static Map<String, Object> node(Map<String, Object> task, List<String> before) {
    var node = new LinkedHashMap<String, Object>();
    node.put("task", task);
    if (!before.isEmpty()) node.put("dependsOn", before);
    return node;
  }

  /// Minutes that a task waits before it runs, as a task of its own.
  private void delay(Step step, Map<String, Object> task) {
    long minutes = step.whole().number("delayTime");
    if (minutes <= 0) return;
    var wait = new LinkedHashMap<String, Object>();
    wait.put("id", names.id(known.task(step.code()).orElseThrow() + "_delay", "delay"));
    wait.put("type", "io.kestra.plugin.core.flow.Sleep");
    for (var name : List.of("disabled", "runIf")) {
      if (task.containsKey(name)) wait.put(name, task.get(name));
    }
    wait.put("duration", Duration.ofMinutes(minutes).toString());
    delays.put(step.code(), wait);
  }

  private void schedule(List<Item> told) {
    if (exported.schedule().isEmpty()) return;
    var schedule = exported.schedule().get();
    var seen = new Notes();
    Triggers.schedule(schedule, exported.executionType(), !triggers.isEmpty(), seen)
        .ifPresent(triggers::add);
    told.add(
        seen.item(
            place.apply(schedule.path()),
            "schedule of '" + exported.name() + "'",
            Optional.of(id)));
  }

  /// A tree whose texts render to themselves.
  private static Object literal(Object tree) {
    if (tree instanceof String text) return Literal.of(text);
    if (tree instanceof List<?> list) return list.stream().map(Workflow::literal).toList();
    if (tree instanceof Map<?, ?> map) {
      var copy = new LinkedHashMap<String, Object>();
      map.forEach(
          (key, value) -> {
            if (value != null) copy.put(String.valueOf(key), literal(value));
          });
      return copy;
    }
    return tree == null ? "" : tree;
  }
}
