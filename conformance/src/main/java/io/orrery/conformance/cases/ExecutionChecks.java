package io.orrery.conformance.cases;

import io.orrery.conformance.cases.Scene.Check;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.match.Values;
import io.orrery.conformance.subject.ExecutionView;
import io.orrery.model.state.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Expectations about an execution as a whole.
final class ExecutionChecks {

  static final Map<String, Check> ALL = all();

  private ExecutionChecks() {}

  private static Map<String, Check> all() {
    var checks = new LinkedHashMap<String, Check>();
    checks.put("state", (expected, scene) -> state(expected, scene));
    checks.put("running", ExecutionChecks::running);
    checks.put(
        "taskRuns",
        (expected, scene) -> scene.compare("taskRuns", expected, scene.view().taskRuns().size()));
    checks.put("stateHistory", ExecutionChecks::stateHistory);
    checks.put("sameId", ExecutionChecks::sameId);
    checks.put(
        "parentId",
        (expected, scene) ->
            scene.compare("parentId", expected, scene.view().parentId().orElse(null)));
    checks.put("parentIdIsOriginal", ExecutionChecks::parentIdIsOriginal);
    checks.put(
        "scheduleDate",
        (expected, scene) ->
            scene.compare("scheduleDate", expected, scene.view().scheduleDate().orElse(null)));
    checks.put(
        "executionInputs",
        (expected, scene) -> scene.compare("inputs", expected, scene.view().inputs()));
    checks.put(
        "trigger", (expected, scene) -> scene.compare("trigger", expected, scene.view().trigger()));
    checks.put("outputs", ExecutionChecks::outputs);
    checks.put(
        "outputsExact",
        (expected, scene) -> exact("outputs", scene, expected, scene.view().outputs()));
    checks.put(
        "labels", (expected, scene) -> scene.compare("labels", expected, scene.view().labels()));
    checks.put(
        "labelsExact",
        (expected, scene) -> exact("labels", scene, expected, scene.view().labels()));
    checks.put("timing", TimingChecks::timing);
    checks.put("maxConcurrentValues", TimingChecks::maxConcurrentValues);
    return checks;
  }

  private static List<Mismatch> state(@Nullable Object expected, Scene scene) {
    var view = scene.view();
    var misses = scene.compare("state", expected, view.state().name());
    return misses.isEmpty()
        ? misses
        : List.of(
            new Mismatch(
                "state", misses.getFirst().expected(), view.state() + " (" + states(view) + ")"));
  }

  /// The states of the execution and of its task runs, so that a report says where it went wrong.
  private static String states(ExecutionView view) {
    var runs = new ArrayList<String>();
    for (var run : view.taskRuns()) {
      runs.add(run.name() + " " + run.state());
    }
    return String.join(", ", runs);
  }

  private static List<Mismatch> running(@Nullable Object expected, Scene scene) {
    return scene.compare("running", expected, scene.view().state() == State.RUNNING);
  }

  private static List<Mismatch> stateHistory(@Nullable Object expected, Scene scene) {
    return Histories.compare("stateHistory", expected, scene.view().history(), scene.matchers());
  }

  private static List<Mismatch> sameId(@Nullable Object expected, Scene scene) {
    var same = scene.before().map(before -> before.id().equals(scene.view().id()));
    return scene.compare("sameId", expected, same.orElse(null));
  }

  private static List<Mismatch> parentIdIsOriginal(@Nullable Object expected, Scene scene) {
    var original = scene.before().map(ExecutionView::id).or(scene.stage()::mainId);
    var parent = scene.view().parentId();
    return scene.compare(
        "parentIdIsOriginal", expected, parent.isPresent() && parent.equals(original));
  }

  private static List<Mismatch> outputs(@Nullable Object expected, Scene scene) {
    var outputs = scene.view().outputs();
    return scene.compare(
        "outputs", expected, outputs.isEmpty() && expected == null ? null : outputs);
  }

  /// Nothing but what `outputs` or `labels` beside it name.
  private static List<Mismatch> exact(
      String key, Scene scene, @Nullable Object flag, Map<String, ?> actual) {
    var named = Json.members(scene.expect().get(key)).keySet();
    var others = actual.keySet().stream().filter(name -> !named.contains(name)).toList();
    return Boolean.TRUE.equals(flag) && !others.isEmpty()
        ? Scene.miss(key, "nothing but " + Values.shown(named), others)
        : List.of();
  }
}
