package io.orrery.server.fake;

import io.orrery.model.flow.Branches;
import io.orrery.model.flow.Concurrency;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Input;
import io.orrery.model.flow.InputType;
import io.orrery.model.flow.Task;
import io.orrery.model.flow.TaskCommon;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.id.FlowId;
import io.orrery.model.problem.Code;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Position;
import io.orrery.model.problem.Problem;
import io.orrery.server.flow.FlowText;
import io.orrery.server.port.FlowParser;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads just enough of a flow for the tests: names, labels, inputs, tasks of two kinds.
public final class PlainFlows implements FlowParser {
  private static final Position TOP = new Position(1, 1);

  @Override
  public Parsed<Flow> parse(String source) {
    var tree = FlowText.tree(source);
    if (tree.isEmpty()) {
      return new Parsed.Bad<>(List.of(problem(Code.YAML_SYNTAX, "", "this is no YAML map")));
    }
    var problems = problems(tree.get());
    return problems.stream().anyMatch(Problem::refuses)
        ? new Parsed.Bad<>(problems)
        : new Parsed.Ok<>(flow(tree.get()), problems);
  }

  private static List<Problem> problems(Map<String, Object> tree) {
    var problems = new ArrayList<Problem>();
    for (var name : List.of("id", "namespace", "tasks")) {
      if (!tree.containsKey(name)) {
        problems.add(problem(Code.MISSING_PROPERTY, name, "must not be null"));
      }
    }
    if (tree.containsKey("unknownProp")) {
      problems.add(problem(Code.UNKNOWN_PROPERTY, "unknownProp", "no such property"));
    }
    if (tree.containsKey("listeners")) {
      problems.add(
          new Problem(
              Code.BAD_VALUE, Problem.Severity.DEPRECATION, "listeners", TOP, "is old", ""));
    }
    return problems;
  }

  private static Problem problem(Code code, String path, String what) {
    return Problem.error(code, path, TOP, what, "");
  }

  private static Flow flow(Map<String, Object> tree) {
    var labels = new LinkedHashMap<String, String>();
    if (tree.get("labels") instanceof Map<?, ?> map) {
      map.forEach((key, value) -> labels.put(String.valueOf(key), String.valueOf(value)));
    }
    return new Flow(
        new FlowId(String.valueOf(tree.get("namespace")), String.valueOf(tree.get("id"))),
        Optional.empty(),
        Boolean.TRUE.equals(tree.get("disabled")),
        labels,
        inputs(tree.get("inputs")),
        List.of(),
        Map.of(),
        tasks(tree.getOrDefault("tasks", List.of())),
        List.of(),
        List.of(),
        List.of(),
        schedules(tree.get("triggers")),
        Optional.empty(),
        concurrency(tree.get("concurrency")),
        List.of());
  }

  private static Optional<Concurrency> concurrency(@Nullable Object node) {
    return node instanceof Map<?, ?> map && map.get("limit") instanceof Number limit
        ? Optional.of(new Concurrency(limit.intValue(), Concurrency.Behavior.QUEUE))
        : Optional.empty();
  }

  private static List<TriggerDef> schedules(@Nullable Object node) {
    var schedules = new ArrayList<TriggerDef>();
    for (var map : maps(node)) {
      schedules.add(
          new TriggerDef.Schedule(
              new TriggerDef.Common(
                  String.valueOf(map.get("id")),
                  String.valueOf(map.get("type")),
                  Optional.empty(),
                  false,
                  Map.of(),
                  TOP),
              String.valueOf(map.get("cron")),
              TriggerDef.CronDialect.KESTRA,
              false,
              Optional.of(ZoneOffset.UTC),
              Map.of(),
              TriggerDef.Recover.ALL,
              Duration.ofMinutes(1),
              Optional.empty(),
              TriggerDef.DstRule.ORRERY,
              false,
              1000));
    }
    return schedules;
  }

  private static List<Input> inputs(@Nullable Object node) {
    var inputs = new ArrayList<Input>();
    for (var map : maps(node)) {
      inputs.add(
          new Input(
              String.valueOf(map.get("id")),
              InputType.valueOf(String.valueOf(map.get("type"))),
              Optional.empty(),
              Optional.empty(),
              !Boolean.FALSE.equals(map.get("required")),
              map.get("defaults"),
              null,
              List.of(),
              Map.of(),
              Optional.empty(),
              false,
              false,
              false,
              Optional.empty(),
              Map.of(),
              List.of(),
              Optional.empty()));
    }
    return inputs;
  }

  private static List<Task> tasks(@Nullable Object node) {
    var tasks = new ArrayList<Task>();
    for (var map : maps(node)) {
      var common = common(String.valueOf(map.get("id")), String.valueOf(map.get("type")));
      if (common.type().endsWith(".Pause")) {
        tasks.add(
            new Task.Pause(
                common,
                Optional.empty(),
                Task.Pause.PauseBehavior.RESUME,
                inputs(map.get("onResume")),
                Optional.empty(),
                Branches.NONE));
      } else if (common.type().endsWith(".Sequential")) {
        tasks.add(
            new Task.Sequential(
                common, new Branches(tasks(map.get("tasks")), List.of(), List.of())));
      } else {
        tasks.add(new Task.PluginTask(common, Map.of()));
      }
    }
    return tasks;
  }

  private static List<Map<?, ?>> maps(@Nullable Object node) {
    var maps = new ArrayList<Map<?, ?>>();
    if (node instanceof List<?> list) {
      for (var one : list) {
        if (one instanceof Map<?, ?> map) {
          maps.add(map);
        }
      }
    }
    return maps;
  }

  private static TaskCommon common(String id, String type) {
    return new TaskCommon(
        id,
        type,
        type,
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        false,
        Optional.empty(),
        false,
        TOP);
  }
}
