package io.orrery.imports.dolphinscheduler;

import io.orrery.imports.dolphinscheduler.Exported.Edge;
import io.orrery.imports.dolphinscheduler.Exported.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/// Who waits for whom in a workflow, and on which branches a task lies.
final class Graph {

  /// More ways than these to a task are not written as a condition.
  private static final int WAYS_MAX = 8;

  private final Map<Long, Step> steps = new LinkedHashMap<>();
  private final Map<Long, Set<Long>> before = new LinkedHashMap<>();
  private final Map<Long, Set<Long>> after = new LinkedHashMap<>();

  Graph(List<Step> all, List<Edge> edges) {
    for (var step : all) {
      steps.put(step.code(), step);
      before.put(step.code(), new LinkedHashSet<>());
      after.put(step.code(), new LinkedHashSet<>());
    }
    for (var edge : edges) {
      if (steps.containsKey(edge.from()) && steps.containsKey(edge.to())) {
        before.computeIfAbsent(edge.to(), _ -> new LinkedHashSet<>()).add(edge.from());
        after.computeIfAbsent(edge.from(), _ -> new LinkedHashSet<>()).add(edge.to());
      }
    }
  }

  List<Long> before(long code) {
    return List.copyOf(before.getOrDefault(code, Set.of()));
  }

  List<Long> after(long code) {
    return List.copyOf(after.getOrDefault(code, Set.of()));
  }

  /// Every task behind those before it; of those that may come next, the first of the source. Empty
  /// when they wait for each other in a circle.
  Optional<List<Step>> ordered() {
    var ordered = new ArrayList<Step>();
    var left = new LinkedHashMap<>(steps);
    while (!left.isEmpty()) {
      var next =
          left.keySet().stream()
              .filter(code -> before(code).stream().noneMatch(left::containsKey))
              .findFirst();
      if (next.isEmpty()) return Optional.empty();
      ordered.add(left.remove(next.get()));
    }
    return Optional.of(ordered);
  }

  /// Whether the tasks come one after another, in one row.
  boolean isRow() {
    boolean oneEach =
        before.values().stream().allMatch(codes -> codes.size() <= 1)
            && after.values().stream().allMatch(codes -> codes.size() <= 1);
    long first = before.values().stream().filter(Set::isEmpty).count();
    return oneEach && first == 1;
  }

  /// When each task runs, by code: the ways to it, each a set of expressions that must hold
  /// together; one empty way means always. A task runs when one before it did, as DolphinScheduler
  /// skips it only when all before it were skipped.
  ///
  /// @param condition of the step from one task to the next; empty when it is always taken
  Map<Long, Set<Set<String>>> ways(Function<Edge, Optional<String>> condition) {
    var ways = new LinkedHashMap<Long, Set<Set<String>>>();
    for (var step : ordered().orElse(List.of())) {
      Set<Set<String>> own = new LinkedHashSet<>();
      for (long from : before(step.code())) {
        for (var way : ways.getOrDefault(from, Set.of())) {
          Set<String> longer = new TreeSet<>(way);
          condition.apply(new Edge(from, step.code())).ifPresent(longer::add);
          own.add(longer);
        }
      }
      if (own.isEmpty()) own.add(Set.of());
      ways.put(step.code(), shortened(own));
    }
    return ways;
  }

  /// Without ways that hold only when a shorter one does.
  private static Set<Set<String>> shortened(Set<Set<String>> ways) {
    Set<Set<String>> kept = new LinkedHashSet<>();
    for (var way : ways) {
      boolean covered =
          ways.stream().anyMatch(other -> !other.equals(way) && way.containsAll(other));
      if (!covered) kept.add(way);
    }
    return kept;
  }

  /// The `runIf` of a task; empty when it always runs, or has more ways than can be read.
  static Optional<String> runIf(Set<Set<String>> ways) {
    if (ways.size() > WAYS_MAX || ways.stream().anyMatch(Set::isEmpty)) return Optional.empty();
    var texts =
        ways.stream()
            .map(way -> ways.size() > 1 && way.size() > 1 ? "(" + and(way) + ")" : and(way))
            .toList();
    return Optional.of("{{ " + String.join(" or ", texts) + " }}");
  }

  private static String and(Set<String> way) {
    return String.join(" and ", way);
  }
}
