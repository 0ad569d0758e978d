package io.orrery.model.yaml;

import io.orrery.model.flow.Branches;
import io.orrery.model.flow.Task;
import io.orrery.model.flow.TaskCommon;
import io.orrery.model.problem.Code;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the tasks that are language: containers, loops, choices, subflows, pauses.
final class FlowControlReader {
  private static final int NO_LIMIT = 0;

  private final TaskReader tasks;

  FlowControlReader(TaskReader tasks) {
    this.tasks = tasks;
  }

  /// Empty when this version does not have the type; that is reported.
  Optional<Task> read(Fields fields, TaskCommon common) {
    var task = task(fields, common);
    if (task.isPresent()) fields.close();
    return task;
  }

  private Optional<Task> task(Fields fields, TaskCommon common) {
    if (common.canonicalType().startsWith(TypeNames.EXECUTION)) {
      return Optional.of(ExecutionTaskReader.read(fields, common));
    }
    if (!TypeNames.supported(common.canonicalType())) return notSupported(fields, common);
    return Optional.of(
        switch (common.canonicalType().substring(TypeNames.FLOW.length())) {
          case "Sequential" -> new Task.Sequential(common, branches(fields));
          case "AllowFailure" -> new Task.AllowFailure(common, branches(fields));
          case "Parallel" -> new Task.Parallel(common, concurrent(fields), branches(fields));
          case "Dag" -> new DagReader(tasks, fields).read(common, concurrent(fields));
          case "If" -> choice(fields, common);
          case "Switch" -> cases(fields, common);
          case "ForEach" -> forEach(fields, common);
          case "EachSequential" -> eachSequential(fields, common);
          case "EachParallel" -> eachParallel(fields, common);
          case "ForEachItem" -> new LoopReader(this, fields).forEachItem(common);
          case "Loop" -> new LoopReader(this, fields).loop(common);
          case "LoopUntil" -> new LoopReader(this, fields).until(common, LoopReader.NO_LIMITS);
          case "WaitFor" -> new LoopReader(this, fields).until(common, LoopReader.OLD_LIMITS);
          case "Subflow" -> subflow(fields, common);
          case "Pause" -> pause(fields, common);
          case "WorkingDirectory" -> new WorkingDirectoryReader(tasks, fields).read(common);
          default ->
              throw new IllegalStateException(
                  "TypeNames has a type without reader: " + common.canonicalType());
        });
  }

  Branches branches(Fields fields) {
    return branches(fields, tasks.someOf(fields, "tasks"));
  }

  Branches branches(Fields fields, List<Task> main) {
    return new Branches(main, tasks.list(fields, "errors"), tasks.list(fields, "finally"));
  }

  private static int concurrent(Fields fields) {
    return fields.integer("concurrent", 0).orElse(NO_LIMIT);
  }

  private Task choice(Fields fields, TaskCommon common) {
    var condition = required(fields, "condition");
    var then = tasks.someOf(fields, "then");
    return new Task.If(common, condition, branches(fields, then), tasks.list(fields, "else"));
  }

  /// A value of any kind that may be or hold a template.
  static Object required(Fields fields, String name) {
    if (!fields.has(name)) fields.missing(name);
    var value = fields.value(name);
    if (value instanceof String text)
      fields.reading().template(text, fields.pathOf(name), fields.at(name));
    return value == null ? "" : value;
  }

  private Task cases(Fields fields, TaskCommon common) {
    var value = required(fields, "value");
    Map<String, List<Task>> cases = new LinkedHashMap<>();
    fields
        .map("cases")
        .ifPresent(
            mapping ->
                mapping
                    .entries()
                    .forEach(
                        (key, entry) -> {
                          if (entry.value().isNull()) return;
                          cases.put(
                              key,
                              tasks.list(
                                  entry.value(),
                                  fields.pathOf("cases") + "." + Values.abridged(key)));
                        }));
    var defaults = tasks.list(fields, "defaults");
    boolean nothingWritten =
        fields.map("cases").map(mapping -> mapping.entries().isEmpty()).orElse(true)
            && fields.list("defaults").isEmpty();
    if (nothingWritten) {
      fields.error(
          Code.MISSING_PROPERTY,
          "cases",
          fields.owner() + " must have cases or defaults with tasks.",
          "Add a case, as 'cases: {VALUE: [...]}'.");
    }
    return new Task.Switch(
        common,
        value,
        cases,
        defaults.isEmpty() ? Optional.empty() : Optional.of(defaults),
        branches(fields, List.of()));
  }

  private Task forEach(Fields fields, TaskCommon common) {
    var values = required(fields, "values");
    int limit = fields.integer("concurrencyLimit", 0).orElse(1);
    return new Task.ForEach(common, values, limit, Task.ForEach.Shape.FOR_EACH, branches(fields));
  }

  private Task eachSequential(Fields fields, TaskCommon common) {
    var values = required(fields, fields.eitherOf("value", "values"));
    return new Task.ForEach(common, values, 1, Task.ForEach.Shape.FOR_EACH, branches(fields));
  }

  private Task eachParallel(Fields fields, TaskCommon common) {
    var values = required(fields, fields.eitherOf("value", "values"));
    return new Task.ForEach(
        common, values, concurrent(fields), Task.ForEach.Shape.PARALLEL, branches(fields));
  }

  static Task.Subflow subflow(Fields fields, TaskCommon common) {
    for (var name : List.of("namespace", "flowId")) {
      if (!fields.has(name)) fields.missing(name);
    }
    fields.deprecated(
        "outputs",
        "Subflow outputs are deprecated.",
        "Declare outputs on the flow that is called.");
    var labels = fields.value("labels");
    return new Task.Subflow(
        common,
        fields.template("namespace").orElse(""),
        fields.template("flowId").orElse(""),
        fields.integer("revision", 1),
        fields.templates("inputs"),
        labels == null ? Map.of() : labels,
        fields.flag("wait", true),
        fields.flag("transmitFailed", true),
        fields.flag("inheritLabels", false),
        fields.template("scheduleDate"),
        fields
            .choice("restartBehavior", Task.Subflow.RestartBehavior.class)
            .orElse(Task.Subflow.RestartBehavior.RETRY_FAILED),
        fields.templates("outputs"));
  }

  private Task pause(Fields fields, TaskCommon common) {
    var name = fields.spelled("pauseDuration", "delay");
    Optional<Object> delay = fields.durationText(name).map(text -> text);
    fields.deprecated("tasks", "Tasks inside a Pause are deprecated.", "Put them after the Pause.");
    Optional<Task> onPause = tasks.one(fields, "onPause");
    return new Task.Pause(
        common,
        delay,
        fields
            .choice("behavior", Task.Pause.PauseBehavior.class)
            .orElse(Task.Pause.PauseBehavior.RESUME),
        new InputDefinitions(fields.reading()).read(fields, "onResume"),
        onPause,
        branches(fields, tasks.list(fields, "tasks")));
  }

  void defines(TaskCommon common, String... suffixes) {
    for (var suffix : suffixes) tasks.ids().add(common.id() + suffix, "tasks", common.at());
  }

  /// Still reads the children, so that their mistakes are told at once.
  private Optional<Task> notSupported(Fields fields, TaskCommon common) {
    fields.error(
        Code.NOT_SUPPORTED,
        "type",
        "Task '%s': %s is known to Kestra, but not supported by this version."
            .formatted(common.id(), common.canonicalType()),
        TypeNames.replacement(common.canonicalType()));
    for (var name : List.of("tasks", "errors", "finally")) tasks.list(fields, name);
    return Optional.empty();
  }
}
