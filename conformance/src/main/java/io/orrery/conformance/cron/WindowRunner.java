package io.orrery.conformance.cron;

import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.subject.Unsupported;
import io.orrery.engine.condition.Watched;
import io.orrery.engine.window.GatheringState;
import io.orrery.engine.window.Gatherings;
import io.orrery.engine.window.Span;
import io.orrery.engine.window.Windows;
import io.orrery.model.flow.Gathering;
import io.orrery.model.flow.TimeWindow;
import io.orrery.model.flow.TriggerDef.FlowTrigger;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lines of the kind `window`: where a window lies, and what is left of what was met in it.
final class WindowRunner {

  private static final TriggerId ID =
      new TriggerId(new FlowId("io.kestra.tests", "listener"), "trigger");

  private WindowRunner() {}

  /// What the line's expectation is compared with, under the same keys.
  static Map<String, Object> outcome(Entry entry, Instant now) {
    var gathering = gathering(entry.object("timeWindow"));
    var got = new LinkedHashMap<String, Object>();
    if (entry.object("expect").get("steps") instanceof List<?> steps) {
      var happened = new Steps(gathering, now);
      got.put("steps", steps.stream().map(step -> happened.step(Json.members(step))).toList());
      return got;
    }
    var span = shown(gathering.window(), now);
    got.put("start", span.start());
    got.put("end", span.end());
    return got;
  }

  /// Kestra's own bounds: not moved to where `now` is, the end a millisecond before the next start.
  private static Span shown(TimeWindow window, Instant now) {
    if (window instanceof TimeWindow.Every every) {
      var span = Windows.aligned(every, now, ZoneOffset.UTC);
      return new Span(span.start(), span.end().minusMillis(1));
    }
    return Windows.at(window, now, ZoneOffset.UTC)
        .orElseThrow(() -> new Unsupported("a window that is not open"));
  }

  private static Gathering gathering(Map<String, Object> window) {
    var preconditions = new LinkedHashMap<String, Object>();
    preconditions.put("id", "window");
    preconditions.put("timeWindow", window);
    preconditions.put(
        "flows",
        List.of(
            Map.of("namespace", "io.kestra.tests", "flowId", "a"),
            Map.of("namespace", "io.kestra.tests", "flowId", "b")));
    var trigger = new LinkedHashMap<String, Object>();
    trigger.put("id", ID.id());
    trigger.put("type", "Flow");
    trigger.put("preconditions", preconditions);
    if (!(ScheduleReading.trigger(trigger) instanceof FlowTrigger read)) {
      throw new IllegalArgumentException("a Flow trigger was read as something else");
    }
    return read.gatherings().getFirst();
  }

  /// Steps one after another; `a` and `b` are the gathering's two parts.
  private static final class Steps {
    private static final Map<String, String> PARTS = Map.of("a", "flow_0", "b", "flow_1");

    private final Gathering gathering;
    private final Instant start;
    private Optional<GatheringState> state = Optional.empty();

    Steps(Gathering gathering, Instant start) {
      this.gathering = gathering;
      this.start = start;
    }

    Map<String, Object> step(Map<String, Object> step) {
      var got = new LinkedHashMap<String, Object>(step);
      Json.members(step.get("save")).keySet().forEach(this::save);
      if (step.get("at") instanceof String text) {
        at(start.plus(Duration.parse(text)), got);
      }
      return got;
    }

    private void save(String name) {
      var part = PARTS.get(name);
      if (part == null) {
        throw new Unsupported("part " + name);
      }
      var by =
          new Watched(
              new ExecutionId("execution"),
              new FlowId("io.kestra.tests", name),
              1,
              State.SUCCESS,
              Map.of(),
              Map.of());
      state =
          Gatherings.met(gathering, ID, state, java.util.Set.of(part), by, start, ZoneOffset.UTC);
    }

    private void at(Instant now, Map<String, Object> got) {
      var open = state.filter(it -> new Span(it.start(), it.end()).contains(now));
      if (got.containsKey("results")) {
        var results = new LinkedHashMap<String, Object>();
        open.ifPresent(
            it ->
                PARTS.forEach(
                    (name, part) -> {
                      if (it.met().stream().anyMatch(met -> met.part().equals(part))) {
                        results.put(name, true);
                      }
                    }));
        got.put("results", results);
      }
      if (got.containsKey("expired")) {
        got.put("expired", state.isPresent() && open.isEmpty() ? 1 : 0);
      }
      if (got.containsKey("newStart")) {
        var next = Gatherings.opened(gathering, ID, now, ZoneOffset.UTC);
        got.put(
            "newStart", !next.map(GatheringState::start).equals(state.map(GatheringState::start)));
      }
    }
  }
}
