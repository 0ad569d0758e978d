package io.orrery.engine.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.condition.Watched;
import io.orrery.model.flow.Gathering;
import io.orrery.model.flow.Gathering.Outputs;
import io.orrery.model.flow.TimeWindow;
import io.orrery.model.flow.TimeWindow.TimeOfDay;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GatheringsTest {

  private static final Instant NOON = Instant.parse("2024-06-15T12:00:00Z");
  private static final TriggerId ID = new TriggerId(new FlowId("test", "listener"), "both");

  private static Gathering gathering(TimeWindow window, int needed, boolean fireOnce) {
    var parts = new LinkedHashMap<String, List<io.orrery.model.flow.Condition>>();
    parts.put("a", List.of());
    parts.put("b", List.of());
    return new Gathering(
        "g", window, parts, needed, true, fireOnce, Outputs.BY_FLOW, Optional.empty());
  }

  private static Watched by(String flow) {
    return new Watched(
        new ExecutionId("e-" + flow),
        new FlowId("test", flow),
        1,
        State.SUCCESS,
        Map.of(),
        Map.of("out", flow));
  }

  private static Optional<GatheringState> met(
      Gathering gathering, Optional<GatheringState> before, String part, Instant at) {
    return Gatherings.met(gathering, ID, before, Set.of(part), by(part), at, ZoneOffset.UTC);
  }

  @Test
  void it_is_complete_once_each_part_was_met() {
    var both = gathering(new TimeWindow.FromFirst(Duration.ofHours(1)), 2, false);
    var one = met(both, Optional.empty(), "a", NOON);
    assertThat(Gatherings.complete(both, one.orElseThrow())).isFalse();
    var again = met(both, one, "a", NOON.plusSeconds(1));
    assertThat(Gatherings.complete(both, again.orElseThrow())).isFalse();
    var two = met(both, again, "b", NOON.plusSeconds(2)).orElseThrow();
    assertThat(Gatherings.complete(both, two)).isTrue();
    assertThat(Gatherings.outputs(both, two))
        .isEqualTo(Map.of("a", Map.of("out", "a"), "b", Map.of("out", "b")));
    assertThat(Gatherings.fired(both, two).met()).isEmpty();
  }

  @Test
  void what_was_met_in_another_window_does_not_count() {
    var both = gathering(new TimeWindow.FromFirst(Duration.ofMinutes(1)), 2, false);
    var one = met(both, Optional.empty(), "a", NOON);
    var late = met(both, one, "b", NOON.plusSeconds(61)).orElseThrow();
    assertThat(late.met()).extracting(Met::part).containsExactly("b");
  }

  @Test
  void looking_back_forgets_one_by_one() {
    var both = gathering(new TimeWindow.Lookback(Duration.ofMinutes(1)), 2, false);
    var one = met(both, Optional.empty(), "a", NOON);
    var anew = met(both, one, "a", NOON.plusSeconds(50));
    var two = met(both, anew, "b", NOON.plusSeconds(100)).orElseThrow();
    assertThat(Gatherings.complete(both, two)).isTrue();
    var late = met(both, one, "b", NOON.plusSeconds(100)).orElseThrow();
    assertThat(Gatherings.complete(both, late)).isFalse();
  }

  @Test
  void a_window_that_fires_once_gives_nothing_more() {
    var any = gathering(new TimeWindow.FromFirst(Duration.ofHours(1)), 1, true);
    var one = met(any, Optional.empty(), "a", NOON).orElseThrow();
    var fired = Gatherings.fired(any, one);
    assertThat(met(any, Optional.of(fired), "b", NOON.plusSeconds(1))).isEmpty();
    assertThat(met(any, Optional.of(fired), "b", NOON.plusSeconds(7200))).isPresent();
  }

  @Test
  void after_the_deadline_nothing_is_gathered() {
    var deadline = new TimeWindow.Deadline(new TimeOfDay(LocalTime.of(9, 0), Optional.empty()));
    assertThat(met(gathering(deadline, 2, false), Optional.empty(), "a", NOON)).isEmpty();
    assertThat(Windows.orNext(deadline, NOON, ZoneOffset.UTC).map(Span::end))
        .contains(Instant.parse("2024-06-16T09:00:00Z"));
  }

  @Test
  void a_daily_window_may_reach_over_midnight() {
    var night =
        new TimeWindow.Daily(
            new TimeOfDay(LocalTime.of(22, 0), Optional.empty()),
            new TimeOfDay(LocalTime.of(6, 0), Optional.empty()));
    var early = Windows.at(night, Instant.parse("2024-06-15T05:00:00Z"), ZoneOffset.UTC);
    assertThat(early.map(Span::start)).contains(Instant.parse("2024-06-14T22:00:00Z"));
    assertThat(Windows.at(night, NOON, ZoneOffset.UTC)).isEmpty();
  }

  @Test
  void a_moved_window_is_the_one_that_now_lies_in() {
    var moved = new TimeWindow.Every(Duration.ofDays(1), Duration.ofHours(-4));
    var evening = Instant.parse("2024-06-15T21:00:00Z");
    assertThat(Windows.at(moved, evening, ZoneOffset.UTC))
        .contains(
            new Span(Instant.parse("2024-06-15T20:00:00Z"), Instant.parse("2024-06-16T20:00:00Z")));
  }
}
