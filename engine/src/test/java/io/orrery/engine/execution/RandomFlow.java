package io.orrery.engine.execution;

import io.orrery.engine.property.Chance;
import io.orrery.model.state.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;

/// A valid flow drawn at random, with how each try of its jobs ends.
final class RandomFlow {

  private static final int DEPTH_MAX = 4;

  private final Chance chance;
  private final long seed;
  private int tasks;

  /// Which ends of jobs are drawn: a flow in which everything may fail seldom gets far.
  private final int failuresIn100;

  RandomFlow(long seed) {
    this.seed = seed;
    chance = new Chance(seed);
    failuresIn100 = chance.of(0, 5, 20, 50);
  }

  /// The text after `id` and `namespace`.
  String yaml() {
    var flow = new LinkedHashMap<String, Object>();
    flow.put("tasks", list(1, 4, DEPTH_MAX));
    sometimes(flow, "errors", 2, 2);
    sometimes(flow, "finally", 2, 2);
    sometimes(flow, "afterExecution", 2, 2);
    if (in100(10)) {
      flow.put("retry", retry());
    }
    return new Dump(DumpSettings.builder().build()).dumpToString(flow);
  }

  /// How a try of a job ends: always the same for the same try.
  State outcome(String taskId, List<String> path, int attempt) {
    long hash = 31 * (31 * (31 * seed + taskId.hashCode()) + path.hashCode()) + attempt;
    int drawn = Math.floorMod((hash * 0x9E3779B97F4A7C15L) >>> 20, 100);
    if (drawn < failuresIn100) {
      return State.FAILED;
    }
    return drawn < failuresIn100 + 10 ? State.WARNING : State.SUCCESS;
  }

  private List<Object> list(int least, int most, int depth) {
    var list = new ArrayList<>();
    int size = chance.between(least, most);
    for (int i = 0; i < size; i++) {
      list.add(task(depth));
    }
    return list;
  }

  private Map<String, Object> task(int depth) {
    var task = new LinkedHashMap<String, Object>();
    task.put("id", "t" + ++tasks);
    var type = depth == 0 || in100(50) ? "Log" : container();
    task.put("type", type);
    switch (type) {
      case "Sequential", "AllowFailure" -> task.put("tasks", list(1, 3, depth - 1));
      case "WorkingDirectory" -> task.put("tasks", list(1, 3, 0));
      case "Parallel" -> {
        task.put("concurrent", chance.of(0, 1, 2));
        task.put("tasks", list(1, 4, depth - 1));
      }
      case "Dag" -> {
        task.put("concurrent", chance.of(0, 0, 2));
        task.put("tasks", dag(depth - 1));
      }
      case "If" -> {
        task.put("condition", chance.of("{{ 1 == 1 }}", "{{ 1 == 2 }}", "true", "0"));
        task.put("then", list(1, 2, depth - 1));
        if (chance.coin()) {
          task.put("else", list(1, 2, depth - 1));
        }
      }
      case "Switch" -> {
        task.put("value", chance.of("{{ 'a' }}", "{{ 'b' }}", "c"));
        var cases = new LinkedHashMap<String, Object>();
        cases.put("a", list(1, 2, depth - 1));
        cases.put("b", list(1, 2, depth - 1));
        task.put("cases", cases);
        task.put("defaults", list(1, 2, depth - 1));
      }
      case "ForEach" -> {
        task.put("values", chance.of("{{ [1, 2, 2, 3] }}", "[\"x\"]", "[]", "[\"u\", \"v\"]"));
        task.put("concurrencyLimit", chance.of(0, 1, 1, 2));
        task.put("tasks", list(1, 3, depth - 1));
      }
      default -> {}
    }
    if (!type.equals("Log") && depth > 0) {
      sometimes(task, "errors", 1, depth - 1);
      sometimes(task, "finally", 1, depth - 1);
    }
    if (in100(15)) {
      task.put("retry", retry());
    }
    if (in100(15)) {
      task.put("allowFailure", true);
    }
    if (in100(15)) {
      task.put("allowWarning", true);
    }
    if (in100(5)) {
      task.put("disabled", true);
    }
    if (in100(12)) {
      task.put("runIf", chance.of("{{ true }}", "{{ false }}", "false", "{{ nothing.there }}"));
    }
    return task;
  }

  private String container() {
    return chance.of(
        "Sequential",
        "AllowFailure",
        "Parallel",
        "Dag",
        "If",
        "Switch",
        "ForEach",
        "WorkingDirectory");
  }

  private List<Object> dag(int depth) {
    var nodes = new ArrayList<>();
    var ids = new ArrayList<String>();
    int size = chance.between(1, 4);
    for (int i = 0; i < size; i++) {
      var task = task(depth);
      var node = new LinkedHashMap<String, Object>();
      node.put("task", task);
      var before = ids.stream().filter(_ -> chance.coin()).toList();
      if (!before.isEmpty()) {
        node.put("dependsOn", before);
      }
      nodes.add(node);
      ids.add((String) task.get("id"));
    }
    return nodes;
  }

  private Map<String, Object> retry() {
    var retry = new LinkedHashMap<String, Object>();
    retry.put("type", "constant");
    retry.put("interval", "PT1S");
    retry.put("maxAttempts", chance.between(1, 3));
    retry.put("warningOnRetry", chance.coin());
    return retry;
  }

  private void sometimes(Map<String, Object> where, String name, int most, int depth) {
    if (in100(25)) {
      where.put(name, list(1, most, depth));
    }
  }

  private boolean in100(int chances) {
    return chance.between(1, 100) <= chances;
  }
}
