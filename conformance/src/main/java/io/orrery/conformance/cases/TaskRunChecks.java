package io.orrery.conformance.cases;

import io.orrery.conformance.cases.Scene.Check;
import io.orrery.conformance.match.Absent;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Matchers;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.subject.TaskRunView;
import io.orrery.conformance.subject.Unsupported;
import io.orrery.model.state.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Expectations about task runs.
final class TaskRunChecks {

  static final Map<String, Check> ALL = all();

  private TaskRunChecks() {}

  private static Map<String, Check> all() {
    var checks = new LinkedHashMap<String, Check>();
    checks.put("taskStates", TaskRunChecks::taskStates);
    checks.put("taskRunAt", TaskRunChecks::taskRunAt);
    checks.put("lastTaskRun", TaskRunChecks::lastTaskRun);
    checks.put(
        "taskOutputs",
        byRun((path, expected, run, matchers) -> matchers.compare(path, expected, run.outputs())));
    checks.put(
        "attempts",
        byRun((path, expected, run, matchers) -> matchers.compare(path, expected, attempts(run))));
    checks.put(
        "lastAttemptState",
        byRun((path, expected, run, matchers) -> matchers.compare(path, expected, lastState(run))));
    checks.put(
        "taskHistory",
        byRun(
            (path, expected, run, matchers) ->
                Histories.compare(path, expected, run.history(), matchers)));
    checks.put("order", (expected, scene) -> scene.compare("order", expected, taskIds(scene)));
    checks.put("orderBefore", TaskRunChecks::orderBefore);
    checks.put("absent", TaskRunChecks::absent);
    checks.put("taskCount", TaskRunChecks::taskCount);
    checks.put("allTaskStates", TaskRunChecks::allTaskStates);
    checks.put("countByState", TaskRunChecks::countByState);
    checks.put(
        "failedTaskRuns",
        (expected, scene) ->
            scene.compare("failedTaskRuns", expected, count(scene, State.FAILED.name())));
    return checks;
  }

  private interface RunCheck {
    List<Mismatch> check(
        String path, @Nullable Object expected, TaskRunView run, Matchers matchers);
  }

  /// An object by `task` or `task[x/y]`; of a task that ran several times, some run must fit.
  private static Check byRun(RunCheck check) {
    return (expected, scene) -> {
      var misses = new ArrayList<Mismatch>();
      Json.members(expected)
          .forEach((name, part) -> misses.addAll(someRun(name, part, scene, check)));
      return misses;
    };
  }

  private static List<Mismatch> someRun(
      String name, @Nullable Object expected, Scene scene, RunCheck check) {
    var runs = Refs.runs(scene.view(), name);
    if (runs.isEmpty()) {
      return Scene.miss(name, expected, "no task run " + name + " among " + names(scene));
    }
    List<Mismatch> last = List.of();
    for (var run : runs) {
      last = check.check(name, expected, run, scene.matchers());
      if (last.isEmpty()) {
        return last;
      }
    }
    return last;
  }

  private static List<Mismatch> taskStates(@Nullable Object expected, Scene scene) {
    var misses = new ArrayList<Mismatch>();
    Json.members(expected)
        .forEach(
            (name, states) -> {
              var got =
                  Refs.runs(scene.view(), name).stream().map(run -> run.state().name()).toList();
              if (!statesFit(states, got, scene.matchers())) {
                misses.addAll(Scene.miss("taskStates." + name, states, got));
              }
            });
    return misses;
  }

  /// One state for all runs of the task, or one for each in any order.
  private static boolean statesFit(@Nullable Object states, List<String> got, Matchers matchers) {
    if (states instanceof List<?> list) {
      return matchers.matches(Map.of("$sameItems", list), got);
    }
    return !got.isEmpty() && got.stream().allMatch(state -> matchers.matches(states, state));
  }

  private static List<Mismatch> taskRunAt(@Nullable Object expected, Scene scene) {
    var runs = scene.view().taskRuns();
    var misses = new ArrayList<Mismatch>();
    Json.members(expected)
        .forEach(
            (position, parts) -> {
              var index = Integer.parseInt(position);
              misses.addAll(
                  index < runs.size()
                      ? at("taskRunAt." + position, index, parts, scene)
                      : Scene.miss("taskRunAt." + position, parts, "only " + names(scene)));
            });
    return misses;
  }

  private static List<Mismatch> lastTaskRun(@Nullable Object expected, Scene scene) {
    var runs = scene.view().taskRuns();
    return runs.isEmpty()
        ? Scene.miss("lastTaskRun", expected, "no task run")
        : at("lastTaskRun", runs.size() - 1, expected, scene);
  }

  private static List<Mismatch> at(String path, int index, @Nullable Object parts, Scene scene) {
    var run = scene.view().taskRuns().get(index);
    var matchers = scene.matchers();
    var misses = new ArrayList<Mismatch>();
    Json.members(parts)
        .forEach(
            (key, expected) -> {
              var at = path + "." + key;
              misses.addAll(
                  switch (key) {
                    case "taskId" -> matchers.compare(at, expected, run.taskId());
                    case "state" -> matchers.compare(at, expected, run.state().name());
                    case "attempts" -> matchers.compare(at, expected, attempts(run));
                    case "lastAttemptState" -> matchers.compare(at, expected, lastState(run));
                    case "outputs" -> matchers.compare(at, expected, run.outputs());
                    case "stateHistory" -> Histories.compare(at, expected, run.history(), matchers);
                    case "value" -> matchers.compare(at, expected, value(run));
                    case "sameId" -> matchers.compare(at, expected, sameId(scene, index, run));
                    default -> throw new Unsupported("expectation taskRunAt." + key);
                  });
            });
    return misses;
  }

  private static boolean sameId(Scene scene, int index, TaskRunView run) {
    return scene
        .before()
        .filter(before -> index < before.taskRuns().size())
        .map(before -> before.taskRuns().get(index).id().equals(run.id()))
        .orElse(false);
  }

  private static Object value(TaskRunView run) {
    return run.path().isEmpty() ? Absent.ABSENT : run.path().getLast();
  }

  /// None counts as null: tasks that only group others have no attempts.
  private static @Nullable Object attempts(TaskRunView run) {
    return run.attempts().isEmpty() ? null : run.attempts().size();
  }

  private static @Nullable Object lastState(TaskRunView run) {
    return run.attempts().isEmpty() ? null : run.attempts().getLast().state().name();
  }

  private static List<Mismatch> orderBefore(@Nullable Object expected, Scene scene) {
    var ids = taskIds(scene);
    var misses = new ArrayList<Mismatch>();
    for (var item : Json.items(expected)) {
      var pair = Json.items(item);
      if (pair.size() != 2) {
        throw new Unsupported("orderBefore without pairs");
      }
      var first = ids.indexOf(String.valueOf(pair.get(0)));
      var second = ids.indexOf(String.valueOf(pair.get(1)));
      if (first < 0 || second < 0 || first > second) {
        misses.addAll(Scene.miss("orderBefore", pair, ids));
      }
    }
    return misses;
  }

  private static List<Mismatch> absent(@Nullable Object expected, Scene scene) {
    var ids = taskIds(scene);
    var there =
        Json.items(expected).stream()
            .map(String::valueOf)
            .filter(name -> ids.contains(name) || !Refs.runs(scene.view(), name).isEmpty())
            .toList();
    return there.isEmpty() ? List.of() : Scene.miss("absent", expected, there);
  }

  private static List<Mismatch> taskCount(@Nullable Object expected, Scene scene) {
    var counts = new LinkedHashMap<String, Object>();
    Json.members(expected)
        .keySet()
        .forEach(task -> counts.put(task, scene.view().runsOf(task).size()));
    return scene.compare("taskCount", expected, counts);
  }

  private static List<Mismatch> allTaskStates(@Nullable Object expected, Scene scene) {
    var others =
        scene.view().taskRuns().stream()
            .filter(run -> !scene.matchers().matches(expected, run.state().name()))
            .map(run -> run.name() + " " + run.state())
            .toList();
    return others.isEmpty() ? List.of() : Scene.miss("allTaskStates", expected, others);
  }

  private static List<Mismatch> countByState(@Nullable Object expected, Scene scene) {
    var counts = new LinkedHashMap<String, Object>();
    Json.members(expected).keySet().forEach(state -> counts.put(state, count(scene, state)));
    return scene.compare("countByState", expected, counts);
  }

  private static int count(Scene scene, String state) {
    return (int)
        scene.view().taskRuns().stream().filter(run -> run.state().name().equals(state)).count();
  }

  private static List<String> taskIds(Scene scene) {
    return scene.view().taskRuns().stream().map(TaskRunView::taskId).toList();
  }

  private static List<String> names(Scene scene) {
    return scene.view().taskRuns().stream().map(TaskRunView::name).toList();
  }

  /// The run at a position, when there is one.
  static Optional<TaskRunView> at(Scene scene, int index) {
    return index < scene.view().taskRuns().size()
        ? Optional.of(scene.view().taskRuns().get(index))
        : Optional.empty();
  }
}
