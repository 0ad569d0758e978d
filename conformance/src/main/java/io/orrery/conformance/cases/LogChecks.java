package io.orrery.conformance.cases;

import io.orrery.conformance.cases.Scene.Check;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.subject.ExecutionSubject.LogView;
import io.orrery.conformance.subject.TaskRunView;
import io.orrery.conformance.subject.Unsupported;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Expectations about log lines.
final class LogChecks {

  static final Map<String, Check> ALL = all();

  private static final Set<String> KEYS =
      Set.of("taskId", "level", "message", "taskRunAt", "count");
  private static final int SHOWN_MAX = 12;

  private LogChecks() {}

  private static Map<String, Check> all() {
    var checks = new LinkedHashMap<String, Check>();
    checks.put("logs", LogChecks::logs);
    checks.put("noLogs", LogChecks::noLogs);
    checks.put("logCount", LogChecks::logCount);
    checks.put("attemptLogFile", LogChecks::attemptLogFile);
    return checks;
  }

  private static List<LogView> lines(Scene scene) {
    return scene.stage().subject().logs(scene.view().id());
  }

  /// Each entry must be there; `count` says exactly how often.
  private static List<Mismatch> logs(@Nullable Object expected, Scene scene) {
    var lines = lines(scene);
    var misses = new ArrayList<Mismatch>();
    for (var item : Json.items(expected)) {
      var wanted = Json.members(item);
      if (!KEYS.containsAll(wanted.keySet())) {
        throw new Unsupported("log expectation " + wanted.keySet());
      }
      var found = lines.stream().filter(line -> fits(wanted, line, scene)).count();
      var enough =
          wanted.containsKey("count")
              ? scene.matchers().matches(wanted.get("count"), found)
              : found > 0;
      if (!enough) {
        misses.addAll(Scene.miss("logs", wanted, shown(lines)));
      }
    }
    return misses;
  }

  private static boolean fits(Map<String, Object> wanted, LogView line, Scene scene) {
    var matchers = scene.matchers();
    return wanted.entrySet().stream()
        .allMatch(
            part ->
                switch (part.getKey()) {
                  case "taskId" -> matchers.matches(part.getValue(), line.taskId());
                  case "level" -> matchers.matches(part.getValue(), line.level());
                  case "message" -> matchers.matches(part.getValue(), line.message());
                  case "taskRunAt" ->
                      part.getValue() instanceof Number index
                          && TaskRunChecks.at(scene, index.intValue())
                              .map(run -> run.id().equals(line.taskRunId()))
                              .orElse(false);
                  default -> true;
                });
  }

  private static List<Mismatch> noLogs(@Nullable Object expected, Scene scene) {
    var lines = lines(scene);
    var there =
        Json.items(expected).stream()
            .filter(task -> lines.stream().anyMatch(line -> line.taskId().equals(task)))
            .toList();
    return there.isEmpty() ? List.of() : Scene.miss("noLogs", expected, there);
  }

  /// Of all lines, or by task.
  private static List<Mismatch> logCount(@Nullable Object expected, Scene scene) {
    var lines = lines(scene);
    var parts = Json.members(expected);
    if (parts.isEmpty() || parts.keySet().stream().allMatch(key -> key.startsWith("$"))) {
      return scene.compare("logCount", expected, lines.size());
    }
    var counts = new LinkedHashMap<String, Object>();
    parts
        .keySet()
        .forEach(
            task ->
                counts.put(
                    task, lines.stream().filter(line -> line.taskId().equals(task)).count()));
    return scene.compare("logCount", expected, counts);
  }

  /// The log file of a task's last attempt: how many `lines`, and the `firstLine`.
  private static List<Mismatch> attemptLogFile(@Nullable Object expected, Scene scene) {
    var wanted = Json.members(expected);
    var file =
        Refs.runs(scene.view(), String.valueOf(wanted.get("task"))).stream()
            .map(TaskRunView::attempts)
            .filter(attempts -> !attempts.isEmpty())
            .findFirst()
            .flatMap(attempts -> attempts.getLast().logFile());
    var content = file.flatMap(scene.stage().subject()::storage);
    if (content.isEmpty()) {
      return Scene.miss("attemptLogFile", wanted, file.orElse("no log file"));
    }
    var lines = content.get().text().lines().toList();
    var misses = new ArrayList<Mismatch>();
    wanted.forEach(
        (key, value) -> {
          var at = "attemptLogFile." + key;
          misses.addAll(
              switch (key) {
                case "task" -> List.<Mismatch>of();
                case "lines" -> scene.compare(at, value, lines.size());
                case "firstLine" ->
                    scene.compare(at, value, lines.isEmpty() ? null : lines.getFirst());
                default -> throw new Unsupported("expectation " + at);
              });
        });
    return misses;
  }

  private static List<String> shown(List<LogView> lines) {
    return lines.stream()
        .skip(Math.max(0, lines.size() - SHOWN_MAX))
        .map(line -> line.level() + " " + line.taskId() + ": " + line.message())
        .toList();
  }
}
