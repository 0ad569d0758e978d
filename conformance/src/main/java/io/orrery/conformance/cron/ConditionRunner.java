package io.orrery.conformance.cron;

import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Mismatch;
import io.orrery.conformance.match.Values;
import io.orrery.engine.condition.Watched;
import io.orrery.engine.window.Matching;
import io.orrery.model.flow.TriggerDef.FlowTrigger;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.state.State;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Lines of the kind `condition`: one condition, as a Flow trigger would judge it for an execution.
/// What cannot be judged does not hold.
final class ConditionRunner {

  private static final String NOW = "$now";

  private ConditionRunner() {}

  static List<Mismatch> misses(Entry entry, Instant now) {
    var trigger = new LinkedHashMap<String, Object>();
    trigger.put("id", "t");
    trigger.put("type", "Flow");
    trigger.put("conditions", List.of(withNow(entry.object("condition"), now)));
    if (!(ScheduleReading.trigger(trigger) instanceof FlowTrigger read)) {
      throw new IllegalArgumentException("a Flow trigger was read as something else");
    }
    var execution = entry.object("execution");
    var labels = new LinkedHashMap<String, String>();
    Json.members(execution.get("labels"))
        .forEach((key, value) -> labels.put(key, String.valueOf(value)));
    var flow =
        new FlowId(
            String.valueOf(execution.get("namespace")), String.valueOf(execution.get("flowId")));
    var watched =
        new Watched(
            new ExecutionId("execution"),
            flow,
            1,
            State.valueOf(String.valueOf(execution.get("state"))),
            labels,
            Json.members(execution.get("outputs")));
    var asked =
        new RenderedAsked(Optional.of(watched), variables(watched), attempts(execution), now);
    boolean holds = Matching.of(read, asked, _ -> {}).filter(it -> complete(read, it)).isPresent();
    var expected = entry.object("expect").get("result");
    return Boolean.valueOf(holds).equals(expected)
        ? List.of()
        : List.of(new Mismatch("result", Values.shown(expected), Values.shown(holds)));
  }

  private static boolean complete(FlowTrigger trigger, Matching matching) {
    return trigger.gatherings().stream()
        .allMatch(
            gathering ->
                matching.parts().getOrDefault(gathering.id(), java.util.Set.of()).size()
                    >= gathering.needed());
  }

  private static Map<String, Object> variables(Watched watched) {
    var variables = new LinkedHashMap<String, Object>();
    variables.put(
        "flow", Map.of("id", watched.flow().id(), "namespace", watched.flow().namespace()));
    variables.put("execution", Map.of("id", watched.id().value(), "state", watched.state().name()));
    variables.put("trigger", Map.of("outputs", watched.outputs()));
    return variables;
  }

  private static List<List<State>> attempts(Map<String, Object> execution) {
    var attempts = new ArrayList<List<State>>();
    if (execution.get("taskRuns") instanceof List<?> runs) {
      for (var run : runs) {
        if (run instanceof Map<?, ?> map && map.get("attempts") instanceof List<?> states) {
          attempts.add(states.stream().map(it -> State.valueOf(String.valueOf(it))).toList());
        }
      }
    }
    return attempts;
  }

  /// `$now` stands for the current time.
  private static Object withNow(@Nullable Object value, Instant now) {
    return switch (value) {
      case Map<?, ?> map -> {
        var copy = new LinkedHashMap<String, Object>();
        map.forEach((key, inner) -> copy.put(String.valueOf(key), withNow(inner, now)));
        yield copy;
      }
      case List<?> list -> list.stream().map(item -> withNow(item, now)).toList();
      case String text when text.equals(NOW) ->
          DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(now.atOffset(ZoneOffset.UTC));
      case null -> "";
      default -> value;
    };
  }
}
