package io.orrery.engine.trigger;

import static io.orrery.engine.trigger.Sample.due;
import static io.orrery.engine.trigger.Sample.slotsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.model.flow.Moments;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.CatchUp;
import io.orrery.model.flow.TriggerDef.Overlap;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.problem.Position;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Schedules of given dates: the same machine, other slots.
class OnDatesTest {

  private static final ZoneId PARIS = ZoneId.of("Europe/Paris");
  private static final String NOW = "2025-06-01T10:00:00Z";

  private static Schedule schedule(Recover recover, Moments.OnDates dates) {
    return new Schedule(
        new TriggerDef.Common(
            "d", "ScheduleOnDates", Optional.empty(), false, Map.of(), Position.NONE),
        dates,
        Optional.of(PARIS),
        Map.of(),
        recover,
        Duration.ofMinutes(1),
        Optional.empty(),
        List.of(),
        CatchUp.DEFAULT,
        Duration.ZERO,
        Overlap.ALLOW);
  }

  private static Schedule schedule(Recover recover, String... instants) {
    return schedule(
        recover, new Moments.OnDates(Stream.of(instants).map(Instant::parse).toList(), List.of()));
  }

  private static TriggerState defined(Schedule schedule) {
    var at = Instant.parse(NOW);
    return decide(schedule, TriggerState.unseen(Sample.ID, at), new TriggerEvent.Defined(1, at))
        .state();
  }

  private static TriggerTransition decide(
      Schedule schedule, TriggerState state, TriggerEvent event) {
    return Triggers.decide(schedule, ZoneOffset.UTC, state, event);
  }

  @Test
  void a_new_list_owes_its_past_dates_and_fires_them_in_order() {
    var schedule =
        schedule(
            Recover.ALL, "2025-06-01T11:00:00Z", "2025-05-02T00:00:00Z", "2025-05-01T00:00:00Z");
    var state = defined(schedule);
    assertThat(state.nextSlot()).contains(Instant.parse("2025-05-01T00:00:00Z"));
    var done = decide(schedule, state, due(NOW, Cause.ON_TIME));
    assertThat(slotsOf(done)).containsExactly("2025-05-01T00:00:00Z", "2025-05-02T00:00:00Z");
    assertThat(done.state().nextSlot()).contains(Instant.parse("2025-06-01T11:00:00Z"));
  }

  @Test
  void of_past_dates_the_newest_fires_with_last_and_none_with_none() {
    var dates = new String[] {"2025-05-01T00:00:00Z", "2025-05-02T00:00:00Z"};
    var last = schedule(Recover.LAST, dates);
    var done = decide(last, defined(last), due(NOW, Cause.ON_TIME));
    assertThat(slotsOf(done)).containsExactly("2025-05-02T00:00:00Z");
    assertThat(done.fires().getFirst().coalesced()).isEqualTo(2);

    var none = schedule(Recover.NONE, dates);
    var skipped = decide(none, defined(none), due(NOW, Cause.ON_TIME));
    assertThat(skipped.fires()).isEmpty();
    assertThat(skipped.skips())
        .singleElement()
        .satisfies(
            skip -> {
              assertThat(skip.decision()).isEqualTo(Decision.SKIPPED_POLICY);
              assertThat(skip.count()).isEqualTo(2);
            });
  }

  @Test
  void after_its_last_date_nothing_is_owed() {
    var schedule = schedule(Recover.ALL, "2025-06-01T11:00:00Z");
    var done = decide(schedule, defined(schedule), due("2025-06-01T11:00:00Z", Cause.ON_TIME));
    assertThat(done.state().nextSlot()).isEmpty();
    assertThat(Triggers.wakeAt(done.state())).isEmpty();
    assertThat(done.starts().getFirst().variables())
        .containsEntry("date", "2025-06-01T13:00:00+02:00")
        .doesNotContainKeys("next", "previous");
  }

  @Test
  void an_edit_adds_dates_to_come_and_none_that_are_past() {
    var old = schedule(Recover.ALL, "2025-06-01T12:00:00Z");
    var now = schedule(Recover.ALL, "2025-05-01T00:00:00Z", "2025-06-01T11:00:00Z");
    var edited = new TriggerEvent.Redefined(2, old, Instant.parse("2025-06-01T10:30:00Z"));
    var done = decide(now, defined(old), edited);
    assertThat(done.fires()).isEmpty();
    assertThat(done.state().nextSlot()).contains(Instant.parse("2025-06-01T11:00:00Z"));
  }

  @Test
  void local_dates_are_of_the_zone_and_a_date_given_twice_is_one() {
    var slots =
        Schedules.slots(
            schedule(
                Recover.ALL,
                new Moments.OnDates(
                    List.of(Instant.parse("2025-07-01T07:00:00Z")),
                    List.of(
                        LocalDateTime.parse("2025-07-01T09:00"),
                        LocalDateTime.parse("2025-03-30T02:30"),
                        LocalDateTime.parse("2025-10-26T02:30")))),
            ZoneOffset.UTC);
    var from = Instant.parse("2025-01-01T00:00:00Z");
    var to = Instant.parse("2026-01-01T00:00:00Z");
    assertThat(slots.between(from, to, 9))
        .containsExactly(
            Instant.parse("2025-03-30T01:30:00Z"),
            Instant.parse("2025-07-01T07:00:00Z"),
            Instant.parse("2025-10-26T00:30:00Z"));
    assertThat(slots.count(from, to)).isEqualTo(3);
    assertThat(slots.previous(to)).contains(Instant.parse("2025-10-26T00:30:00Z"));
    assertThat(slots.weight(Instant.parse("2025-07-01T07:00:00Z"))).isEqualTo(1);
    assertThat(slots.weight(Instant.parse("2025-07-01T07:00:01Z"))).isZero();
  }
}
