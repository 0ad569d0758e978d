package io.orrery.conformance.cases;

import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.subject.TaskRunView;
import io.orrery.conformance.subject.Unsupported;
import io.orrery.model.state.StateChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Expectations about how long things took, by their own state histories.
final class TimingChecks {

  private TimingChecks() {}

  /// `minMs`, `maxMs` of the execution, or the same by task.
  static List<Mismatch> timing(@Nullable Object expected, Scene scene) {
    var misses = new ArrayList<Mismatch>();
    var limits = new LinkedHashMap<String, Object>();
    Json.members(expected)
        .forEach(
            (key, value) -> {
              if (value instanceof Number) {
                limits.put(key, value);
                return;
              }
              for (var run : Refs.runs(scene.view(), key)) {
                misses.addAll(within("timing." + key, Json.members(value), between(run.history())));
              }
            });
    misses.addAll(within("timing", limits, took(scene)));
    return misses;
  }

  /// From creation to end; of one that was put off, from the moment that it was asked for.
  private static long took(Scene scene) {
    var history = scene.view().history();
    return scene.view().scheduleDate().isPresent()
        ? Duration.between(scene.stage().runBegan(), history.getLast().at()).toMillis()
        : between(history);
  }

  private static long between(List<StateChange> history) {
    return Duration.between(history.getFirst().at(), history.getLast().at()).toMillis();
  }

  private static List<Mismatch> within(String path, Map<String, Object> limits, long took) {
    var misses = new ArrayList<Mismatch>();
    limits.forEach(
        (key, value) -> {
          var limit = ((Number) value).longValue();
          var kept =
              switch (key) {
                case "minMs" -> took >= limit;
                case "maxMs" -> took <= limit;
                default -> throw new Unsupported("timing " + key);
              };
          if (!kept) {
            misses.addAll(Scene.miss(path, key + " " + limit, took + " ms"));
          }
        });
    return misses;
  }

  /// At no moment were more values of a loop under way. Touching ends do not overlap.
  static List<Mismatch> maxConcurrentValues(@Nullable Object expected, Scene scene) {
    var most = mostAtOnce(scene.view().taskRuns());
    var kept =
        expected instanceof Number limit
            ? most <= limit.intValue()
            : scene.matchers().matches(expected, most);
    return kept ? List.of() : Scene.miss("maxConcurrentValues", expected, most);
  }

  private record Span(Instant from, Instant to) {
    Span and(Span other) {
      return new Span(
          from.isBefore(other.from) ? from : other.from, to.isAfter(other.to) ? to : other.to);
    }

    boolean covers(Instant moment) {
      return !moment.isBefore(from) && moment.isBefore(to);
    }
  }

  private static int mostAtOnce(List<TaskRunView> runs) {
    var spans = new LinkedHashMap<List<String>, Span>();
    for (var run : runs) {
      if (!run.path().isEmpty()) {
        var span = new Span(run.history().getFirst().at(), run.history().getLast().at());
        spans.merge(run.path(), span, Span::and);
      }
    }
    return spans.values().stream()
        .mapToInt(
            one -> (int) spans.values().stream().filter(other -> other.covers(one.from())).count())
        .max()
        .orElse(0);
  }
}
