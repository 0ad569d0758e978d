package io.orrery.conformance.cases;

import io.orrery.conformance.cases.Scene.Check;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.subject.Unsupported;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Looks up what each key of an `expect` means, and checks it.
final class Expectations {

  /// What may only come true a moment after the execution ended: it is made by others.
  private static final Set<String> EVENTUAL =
      Set.of(
          "logs",
          "logCount",
          "attemptLogFile",
          "children",
          "child",
          "triggered",
          "triggeredList",
          "executions",
          "executionsOfFlow",
          "endsBeforeChildren",
          "triggerState");

  private Expectations() {}

  /// Where an `expect` stands: some keys mean another thing there.
  enum Place {
    /// At the end of a case, about its execution and all the rest.
    END,
    /// In a step or about another execution: `inputs` are those of that execution.
    RELATED
  }

  private static Map<String, Check> checks(Place place) {
    var all = new LinkedHashMap<String, Check>();
    all.putAll(ExecutionChecks.ALL);
    all.putAll(TaskRunChecks.ALL);
    all.putAll(LogChecks.ALL);
    all.putAll(StorageChecks.ALL);
    all.putAll(DataChecks.ALL);
    all.putAll(RelatedChecks.ALL);
    switch (place) {
      case RELATED ->
          all.put(
              "inputs",
              (expected, scene) -> scene.compare("inputs", expected, scene.view().inputs()));
      case END -> {
        all.putAll(LanguageChecks.ALL);
        all.putAll(GraphChecks.ALL);
      }
    }
    return all;
  }

  /// The differences from all of `expect`.
  ///
  /// @throws Unsupported for a key that nobody knows
  static List<Mismatch> check(Map<String, Object> expect, Scene scene, Place place) {
    var checks = checks(place);
    var misses = new ArrayList<Mismatch>();
    for (var part : expect.entrySet()) {
      var check = checks.get(part.getKey());
      if (check == null) {
        throw new Unsupported("expectation " + part.getKey());
      }
      misses.addAll(check.check(part.getValue(), scene));
    }
    return misses;
  }

  /// Whether waiting may still make `expect` true.
  static boolean mayStillComeTrue(Map<String, Object> expect, Scene scene) {
    var underWay = scene.execution().map(view -> !view.finished()).orElse(false);
    return underWay || expect.keySet().stream().anyMatch(EVENTUAL::contains);
  }
}
