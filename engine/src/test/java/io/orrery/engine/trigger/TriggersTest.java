package io.orrery.engine.trigger;

import static io.orrery.engine.trigger.Sample.cron;
import static io.orrery.engine.trigger.Sample.due;
import static io.orrery.engine.trigger.Sample.slotsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.model.flow.TriggerDef.Recover;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TriggersTest {

  private static final Sample HOURLY = cron("0 * * * *");
  private static final Sample MINUTELY = cron("* * * * *");

  @Test
  void a_new_trigger_owes_only_slots_behind_its_definition() {
    var state = HOURLY.definedAt("2025-06-01T10:00:00Z");
    assertThat(state.nextSlot()).contains(Instant.parse("2025-06-01T11:00:00Z"));
    assertThat(state.revision()).isEqualTo(1);
    assertThat(Triggers.wakeAt(state)).isEqualTo(state.nextSlot());
  }

  @Test
  void a_definition_told_twice_loses_nothing() {
    var state = HOURLY.definedAt("2025-06-01T10:00:00Z");
    var again = new TriggerEvent.Defined(1, Instant.parse("2025-06-01T13:00:00Z"));
    assertThat(HOURLY.decide(state, again).state()).isEqualTo(state);
  }

  @Test
  void a_slot_that_is_due_fires_and_its_execution_is_made_with_it() {
    var state = HOURLY.definedAt("2025-06-01T10:30:00Z");
    var done = HOURLY.decide(state, due("2025-06-01T11:00:00.005Z", Cause.ON_TIME));

    var slot = Instant.parse("2025-06-01T11:00:00Z");
    var id = Triggers.executionId(Sample.ID, "schedule", slot);
    var at = Instant.parse("2025-06-01T11:00:00.005Z");
    assertThat(done.fires())
        .containsExactly(
            new Fire(
                Sample.ID,
                "schedule",
                slot,
                Decision.FIRED,
                Cause.ON_TIME,
                "ALL",
                5,
                1,
                Optional.of(id),
                at));
    assertThat(done.starts())
        .containsExactly(
            new Start(
                id,
                slot,
                Map.of(
                    "date", "2025-06-01T11:00:00Z",
                    "next", "2025-06-01T12:00:00Z",
                    "previous", "2025-06-01T10:00:00Z",
                    "firedAt", "2025-06-01T11:00:00.005Z",
                    "lateness", "PT0.005S"),
                Optional.empty()));
    assertThat(done.state().nextSlot()).contains(Instant.parse("2025-06-01T12:00:00Z"));
    assertThat(done.state().lastSlot()).contains(slot);
    assertThat(done.state().lastFiredAt()).contains(at);
  }

  @Test
  void a_timer_that_rings_early_or_a_clock_that_fell_back_changes_nothing() {
    var state = HOURLY.definedAt("2025-06-01T10:30:00Z");
    assertThat(HOURLY.decide(state, due("2025-06-01T10:59:59.999Z", Cause.ON_TIME)))
        .isEqualTo(TriggerTransition.to(state));
  }

  @Test
  void dates_are_written_with_the_offset_of_the_schedules_zone() {
    var daily = cron("30 9 * * *").in("America/New_York");
    var state = daily.definedAt("2025-11-01T20:00:00Z");
    var start = daily.decide(state, due("2025-11-02T14:30:00Z", Cause.ON_TIME)).starts().getFirst();
    assertThat(start.variables())
        .containsEntry("date", "2025-11-02T09:30:00-05:00")
        .containsEntry("previous", "2025-11-01T09:30:00-04:00");
  }

  @Test
  void slots_that_a_gap_moved_together_fire_once_and_say_how_many_they_are() {
    var night = cron("*/15 2 * * *").in("Europe/Paris");
    var state = night.definedAt("2025-03-29T12:00:00Z");
    var done = night.decide(state, due("2025-03-30T01:00:00Z", Cause.ON_TIME));
    assertThat(done.fires()).singleElement().satisfies(f -> assertThat(f.coalesced()).isEqualTo(4));
    assertThat(done.state().nextSlot()).contains(Instant.parse("2025-03-31T00:00:00Z"));
  }

  @Test
  void all_fires_every_late_slot_oldest_first_and_says_why() {
    var state = HOURLY.definedAt("2025-06-01T10:30:00Z");
    var done = HOURLY.decide(state, due("2025-06-01T13:30:00Z", Cause.RESTART));
    assertThat(slotsOf(done))
        .containsExactly("2025-06-01T11:00:00Z", "2025-06-01T12:00:00Z", "2025-06-01T13:00:00Z");
    assertThat(done.fires()).allMatch(fire -> fire.cause() == Cause.RESTART);
    assertThat(done.starts().getFirst().variables().get("recovery"))
        .isEqualTo(
            Map.of(
                "policy", "ALL",
                "cause", "RESTART",
                "coalesced", 1,
                "from", "2025-06-01T11:00:00Z"));
    assertThat(done.skips()).isEmpty();
  }

  @Test
  void last_fires_the_newest_slot_for_all_that_are_due() {
    var last = HOURLY.recover(Recover.LAST);
    var state = last.definedAt("2025-06-01T10:30:00Z");
    var done = last.decide(state, due("2025-06-01T13:00:10Z", Cause.TAKEOVER));
    assertThat(slotsOf(done)).containsExactly("2025-06-01T13:00:00Z");
    assertThat(done.fires().getFirst().coalesced()).isEqualTo(3);
    assertThat(done.starts().getFirst().variables())
        .extracting("recovery")
        .extracting("from")
        .isEqualTo("2025-06-01T11:00:00Z");
    assertThat(done.skips())
        .singleElement()
        .satisfies(
            range -> {
              assertThat(range.from()).isEqualTo("2025-06-01T11:00:00Z");
              assertThat(range.to()).isEqualTo("2025-06-01T12:00:00Z");
              assertThat(range.count()).isEqualTo(2);
              assertThat(range.decision()).isEqualTo(Decision.COALESCED);
              assertThat(range.cause()).isEqualTo(Cause.TAKEOVER);
            });
  }

  @Test
  void none_skips_what_is_late_and_fires_what_is_only_just_due() {
    var none = MINUTELY.recover(Recover.NONE).threshold(Duration.ofSeconds(90));
    var state = none.definedAt("2025-06-01T10:00:30Z");
    var done = none.decide(state, due("2025-06-01T10:05:10Z", Cause.STALL));
    assertThat(slotsOf(done)).containsExactly("2025-06-01T10:04:00Z", "2025-06-01T10:05:00Z");
    assertThat(done.fires()).allMatch(fire -> fire.cause() == Cause.ON_TIME);
    assertThat(done.skips())
        .singleElement()
        .satisfies(
            range -> {
              assertThat(range.count()).isEqualTo(3);
              assertThat(range.decision()).isEqualTo(Decision.SKIPPED_POLICY);
              assertThat(range.cause()).isEqualTo(Cause.STALL);
            });
  }

  @Test
  void a_slot_over_the_maximum_delay_is_skipped_under_every_policy() {
    for (var recover : Recover.values()) {
      var limited = HOURLY.recover(recover).atMostLate(Duration.ofMinutes(90));
      var state = limited.definedAt("2025-06-01T10:30:00Z");
      var done = limited.decide(state, due("2025-06-01T13:00:00Z", Cause.RESTART));
      assertThat(done.skips().getFirst().decision()).isEqualTo(Decision.SKIPPED_LATE);
      assertThat(done.skips().getFirst().to()).isEqualTo("2025-06-01T11:00:00Z");
    }
  }

  @Test
  void of_a_backlog_over_the_cap_the_oldest_are_skipped_in_one_line() {
    var capped = MINUTELY.maxBacklog(10);
    var state = capped.definedAt("2025-05-01T00:00:00Z");
    var done = capped.decide(state, due("2025-06-01T00:00:00Z", Cause.RESTART));
    assertThat(done.fires()).hasSize(10);
    assertThat(done.skips())
        .singleElement()
        .satisfies(
            range -> {
              assertThat(range.count()).isEqualTo(31 * 24 * 60 - 10);
              assertThat(range.decision()).isEqualTo(Decision.SKIPPED_BACKLOG_CAP);
            });
  }

  @Test
  void one_event_decides_a_bounded_number_of_fires_and_the_rest_stays_due() {
    var state = MINUTELY.definedAt("2025-06-01T00:00:00Z");
    var first = MINUTELY.decide(state, due("2025-06-01T05:00:00Z", Cause.RESTART));
    assertThat(first.fires()).hasSize(Misfires.FIRES_MAX);
    assertThat(Triggers.wakeAt(first.state())).contains(Instant.parse("2025-06-01T03:21:00Z"));
    var second = MINUTELY.decide(first.state(), due("2025-06-01T05:00:01Z", Cause.RESTART));
    assertThat(second.fires()).hasSize(100);
  }

  @Test
  void an_unreadable_cron_owes_nothing_and_breaks_nothing() {
    var state = cron("99 * * * *").definedAt("2025-06-01T00:00:00Z");
    assertThat(state.nextSlot()).isEmpty();
    assertThat(Triggers.wakeAt(state)).isEmpty();
  }

  @Test
  void other_zone_rules_move_the_next_slot_but_not_one_that_is_owed() {
    var state = HOURLY.definedAt("2025-06-01T10:30:00Z");
    var elsewhere =
        state.realigned(Optional.of(Instant.parse("2025-06-01T11:30:00Z")), "old", at());
    var future = HOURLY.decide(elsewhere, due("2025-06-01T10:45:00Z", Cause.RESTART)).state();
    assertThat(future.nextSlot()).contains(Instant.parse("2025-06-01T11:00:00Z"));
    assertThat(future.tzdata()).isEqualTo(Timetable.tzdata());

    var owed = HOURLY.decide(elsewhere, due("2025-06-01T11:40:00Z", Cause.RESTART));
    assertThat(slotsOf(owed)).containsExactly("2025-06-01T11:30:00Z");
    assertThat(owed.state().nextSlot()).contains(Instant.parse("2025-06-01T12:00:00Z"));
  }

  @Test
  void the_id_of_an_execution_names_its_slot_and_nothing_else() {
    var slot = Instant.parse("2025-06-01T11:00:00Z");
    assertThat(Triggers.executionId(Sample.ID, "schedule", slot))
        .isEqualTo(Triggers.executionId(Sample.ID, "schedule", slot))
        .isNotEqualTo(Triggers.executionId(Sample.ID, "backfill-1", slot))
        .isNotEqualTo(Triggers.executionId(Sample.ID, "schedule", slot.plusSeconds(1)));
  }

  private static Instant at() {
    return Instant.parse("2025-06-01T10:30:00Z");
  }
}
