package io.orrery.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import io.orrery.bench.crash.CrashFlows.Expected;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// Whether an ended execution, as the API tells it, is what an undisturbed one would be.
final class Verdict {

  private static final Set<String> FINAL =
      Set.of("SUCCESS", "WARNING", "FAILED", "KILLED", "CANCELLED", "SKIPPED");

  private final String id;
  private final JsonNode execution;
  private final Expected expected;
  private final List<String> evidence = new ArrayList<>();

  private Verdict(String id, JsonNode execution, Expected expected) {
    this.id = id;
    this.execution = execution;
    this.expected = expected;
  }

  /// @return a sentence for each thing that is wrong
  static List<String> of(String id, JsonNode execution) {
    var flow = execution.path("flowId").asText();
    var input = execution.at("/inputs/" + CrashFlows.INPUT).asText();
    var verdict = new Verdict(id, execution, CrashFlows.expected(flow, input));
    verdict.judgeHead();
    verdict.judgeRuns();
    return verdict.evidence;
  }

  private void judgeHead() {
    judgeState("the execution", execution.path("state"));
    requireSame("the flow's output", expected.result(), execution.at("/outputs/result").asText());
  }

  private void judgeRuns() {
    var runs = new TreeMap<String, List<JsonNode>>();
    for (var run : execution.path("taskRunList")) {
      var value = run.path("value").asText("");
      var key = run.path("taskId").asText() + (value.isEmpty() ? "" : "[" + value + "]");
      runs.computeIfAbsent(key, _ -> new ArrayList<>()).add(run);
    }
    requireSame("the task runs", new TreeMap<>(expected.runs()).keySet(), runs.keySet());
    runs.forEach(
        (key, all) -> {
          if (all.size() != 1) {
            evidence.add(about(key + " has " + all.size() + " task runs"));
          }
          all.forEach(run -> judgeRun(key, run));
        });
  }

  private void judgeRun(String key, JsonNode run) {
    judgeState(key, run.path("state"));
    var wanted = expected.runs().get(key);
    if (wanted != null && wanted.isPresent()) {
      requireSame("the value of " + key, wanted.get(), run.at("/outputs/value").asText());
    }
    if (key.equals(CrashFlows.FLAKY_TASK)) {
      requireSame("the attempts of " + key, CrashFlows.FLAKY_ATTEMPTS, run.path("attempts").size());
    }
  }

  private void judgeState(String what, JsonNode state) {
    requireSame("the state of " + what, "SUCCESS", state.path("current").asText());
    int ends = 0;
    for (var change : state.path("histories")) {
      if (FINAL.contains(change.path("state").asText())) {
        ends++;
      }
    }
    if (ends != 1) {
      evidence.add(about(what + " ended " + ends + " times: " + state.path("histories")));
    }
  }

  private void requireSame(String what, Object wanted, Object found) {
    if (!wanted.equals(found)) {
      evidence.add(about("%s must be %s and is %s".formatted(what, wanted, found)));
    }
  }

  private String about(String what) {
    return "execution %s of %s: %s".formatted(id, execution.path("flowId").asText(), what);
  }
}
