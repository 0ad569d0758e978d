package io.orrery.model.yaml;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds a circle among dependencies.
final class Cycle {
  private Cycle() {}

  private static final int SHOWN_MAX = 20;

  /// One circle, its first member repeated at the end; empty when there is none. Without recursion:
  /// chains may be long.
  static Optional<List<String>> in(Map<String, List<String>> dependsOn) {
    Set<String> done = new HashSet<>();
    for (var start : dependsOn.keySet()) {
      var cycle = from(start, dependsOn, done);
      if (cycle.isPresent()) return cycle;
    }
    return Optional.empty();
  }

  /// `a -> b -> a`, long ones cut short.
  static String shown(List<String> cycle) {
    var start = String.join(" -> ", cycle.subList(0, Math.min(cycle.size(), SHOWN_MAX)));
    return cycle.size() > SHOWN_MAX ? start + " -> …" : start;
  }

  private static Optional<List<String>> from(
      String start, Map<String, List<String>> dependsOn, Set<String> done) {
    // The path being walked, each with the index of its next dependency to follow.
    var walked = new LinkedHashMap<String, Integer>();
    var path = new ArrayList<String>();
    walked.put(start, 0);
    path.add(start);
    while (!path.isEmpty()) {
      var current = path.getLast();
      var needs = dependsOn.getOrDefault(current, List.of());
      int next = walked.getOrDefault(current, 0);
      if (done.contains(current) || next >= needs.size()) {
        done.add(current);
        walked.remove(current);
        path.removeLast();
        continue;
      }
      walked.put(current, next + 1);
      var need = needs.get(next);
      if (walked.containsKey(need)) {
        var cycle = new ArrayList<>(path.subList(path.indexOf(need), path.size()));
        cycle.add(need);
        return Optional.of(cycle);
      }
      walked.put(need, 0);
      path.add(need);
    }
    return Optional.empty();
  }
}
