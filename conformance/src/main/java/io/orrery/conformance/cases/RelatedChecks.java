package io.orrery.conformance.cases;

import io.orrery.conformance.cases.Scene.Check;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.subject.ExecutionView;
import io.orrery.conformance.subject.Unsupported;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Expectations about executions that have to do with the case's own one.
final class RelatedChecks {

  static final Map<String, Check> ALL = all();

  private RelatedChecks() {}

  private static Map<String, Check> all() {
    var checks = new LinkedHashMap<String, Check>();
    checks.put("children", RelatedChecks::children);
    checks.put("child", RelatedChecks::child);
    checks.put("triggered", RelatedChecks::triggered);
    checks.put("triggeredList", RelatedChecks::triggeredList);
    checks.put("executions", RelatedChecks::executions);
    checks.put("executionsOfFlow", RelatedChecks::executionsOfFlow);
    checks.put("endsBeforeChildren", RelatedChecks::endsBeforeChildren);
    return checks;
  }

  private static List<ExecutionView> of(Scene scene, String flowId, Optional<String> startedBy) {
    return scene.stage().subject().executions(Optional.of(flowId), startedBy);
  }

  /// By flow: `count`, and what is true of each child.
  private static List<Mismatch> children(@Nullable Object expected, Scene scene) {
    var misses = new ArrayList<Mismatch>();
    Json.members(expected)
        .forEach(
            (flowId, parts) -> {
              var at = "children." + flowId;
              var wanted = new LinkedHashMap<>(Json.members(parts));
              var found = of(scene, flowId, Optional.of(scene.view().id()));
              if (wanted.containsKey("count")) {
                misses.addAll(scene.compare(at + ".count", wanted.remove("count"), found.size()));
              } else if (found.isEmpty()) {
                misses.addAll(Scene.miss(at, wanted, "no child"));
              }
              for (var child : found) {
                misses.addAll(describe(at, wanted, child, scene));
              }
            });
    return misses;
  }

  private static List<Mismatch> child(@Nullable Object expected, Scene scene) {
    var child =
        scene
            .stage()
            .childId()
            .flatMap(scene.stage().subject()::execution)
            .orElseThrow(() -> new Unsupported("a child without a replay"));
    return describe("child", Json.members(expected), child, scene);
  }

  /// By flow, what is true of one execution of it at least.
  private static List<Mismatch> triggered(@Nullable Object expected, Scene scene) {
    var misses = new ArrayList<Mismatch>();
    Json.members(expected)
        .forEach(
            (flowId, parts) -> {
              var at = "triggered." + flowId;
              List<Mismatch> last = Scene.miss(at, parts, "no execution");
              for (var execution : of(scene, flowId, Optional.empty())) {
                last = describe(at, Json.members(parts), execution, scene);
                if (last.isEmpty()) {
                  break;
                }
              }
              misses.addAll(last);
            });
    return misses;
  }

  /// By flow, its executions in the order of their creation.
  private static List<Mismatch> triggeredList(@Nullable Object expected, Scene scene) {
    var misses = new ArrayList<Mismatch>();
    Json.members(expected)
        .forEach(
            (flowId, list) -> {
              var at = "triggeredList." + flowId;
              var wanted = Json.items(list);
              var found = of(scene, flowId, Optional.empty());
              if (found.size() != wanted.size()) {
                misses.addAll(Scene.miss(at, wanted.size() + " executions", found.size()));
                return;
              }
              for (var i = 0; i < wanted.size(); i++) {
                misses.addAll(
                    describe(at + "[" + i + "]", Json.members(wanted.get(i)), found.get(i), scene));
              }
            });
    return misses;
  }

  /// By the name that a step gave.
  private static List<Mismatch> executions(@Nullable Object expected, Scene scene) {
    var misses = new ArrayList<Mismatch>();
    Json.members(expected)
        .forEach(
            (name, parts) -> {
              var id = scene.stage().executionId(Optional.of(name));
              var found = scene.stage().subject().execution(id);
              misses.addAll(
                  found.isEmpty()
                      ? Scene.miss("executions." + name, parts, "gone")
                      : describe("executions." + name, Json.members(parts), found.get(), scene));
            });
    return misses;
  }

  private static List<Mismatch> executionsOfFlow(@Nullable Object expected, Scene scene) {
    var states = new LinkedHashMap<String, Object>();
    var all = of(scene, scene.stage().flow().id(), Optional.empty());
    all.forEach(view -> states.merge(view.state().name(), 1, (a, b) -> (int) a + (int) b));
    var misses = new ArrayList<Mismatch>();
    Json.members(expected)
        .forEach(
            (key, value) -> {
              var at = "executionsOfFlow." + key;
              misses.addAll(
                  switch (key) {
                    case "count" -> scene.compare(at, value, all.size());
                    case "states" -> scene.compare(at, value, states);
                    default -> throw new Unsupported("expectation " + at);
                  });
            });
    return misses;
  }

  private static List<Mismatch> endsBeforeChildren(@Nullable Object expected, Scene scene) {
    var ended = scene.view().history().getLast().at();
    var children =
        scene.stage().subject().executions(Optional.empty(), Optional.of(scene.view().id()));
    var first =
        !children.isEmpty()
            && children.stream().allMatch(child -> !child.history().getLast().at().isBefore(ended));
    return scene.compare("endsBeforeChildren", expected, first);
  }

  private static List<Mismatch> describe(
      String path, Map<String, Object> expect, ExecutionView execution, Scene scene) {
    var about = Scene.of(scene.stage(), Optional.of(execution), expect);
    return Expectations.check(expect, about, Expectations.Place.RELATED).stream()
        .map(miss -> miss.under(path))
        .toList();
  }
}
