package io.orrery.engine.trigger;

import static io.orrery.engine.trigger.Sample.cron;
import static io.orrery.engine.trigger.Sample.slotsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.engine.trigger.TriggerEvent.Disabled;
import io.orrery.engine.trigger.TriggerEvent.Due;
import io.orrery.engine.trigger.TriggerEvent.Enabled;
import io.orrery.engine.trigger.TriggerEvent.HolderEnded;
import io.orrery.engine.trigger.TriggerEvent.Redefined;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What people reported of other schedulers, with what is right.
class SchedulePainsTest {

  private static Instant at(String text) {
    return Instant.parse(text);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "P02 a weekly run in a gap|America/Winnipeg|15 2 * *"
            + " 0|2021-03-08T00:00:00Z|2021-03-14T08:00:00Z",
        "P03 before the clocks go back|Europe/London|30 1 * *"
            + " *|2022-10-28T12:00:00Z|2022-10-29T00:30:00Z",
        "P03 the day they do|Europe/London|30 1 * * *|2022-10-29T00:30:00Z|2022-10-30T00:30:00Z",
        "P03 not a second time|Europe/London|30 1 * * *|2022-10-30T00:30:00Z|2022-10-31T01:30:00Z",
        "P05 every other hour|America/Toronto|0 */2 * *"
            + " *|2023-03-12T05:00:00Z|2023-03-12T07:00:00Z",
        "P05 and then|America/Toronto|0 */2 * * *|2023-03-12T07:00:00Z|2023-03-12T08:00:00Z",
        "P07 the first of the day|America/Los_Angeles|0 7-8 * *"
            + " *|2020-03-07T23:00:00Z|2020-03-08T14:00:00Z",
        "P07 the second of the day|America/Los_Angeles|0 7,9 * *"
            + " *|2020-03-08T14:00:00Z|2020-03-08T16:00:00Z",
        "P08 no slot outside its hours|Europe/Brussels|0,15,30,45 6-22 * *"
            + " *|2023-10-28T20:45:00Z|2023-10-29T05:00:00Z",
        "P10 the minute after a fall back|America/Sao_Paulo|* * * *"
            + " *|2016-02-21T02:00:00Z|2016-02-21T02:01:00Z",
        "P13 after the clocks went forward|Europe/Amsterdam|30 2 * *"
            + " *|2025-04-01T00:00:00Z|2025-04-01T00:30:00Z"
      })
  void the_next_slot_is_right(String name, String zone, String text, String after, String next) {
    assertThat(cron(text).in(zone).slots().next(at(after))).as(name).contains(at(next));
  }

  @Test
  void p15_an_edit_after_the_new_time_has_passed_waits_for_tomorrow() {
    var nine = cron("0 9 * * *");
    var ten = cron("10 9 * * *");
    var state = nine.definedAt("2025-06-01T08:00:00Z");
    var ran = nine.decide(state, new Due(at("2025-06-01T09:00:00Z"), Cause.ON_TIME)).state();
    var late = ten.decide(ran, new Redefined(2, nine.schedule(), at("2025-06-01T10:00:00Z")));
    assertThat(late.fires()).isEmpty();
    assertThat(late.state().nextSlot()).contains(at("2025-06-02T09:10:00Z"));
    var soon = ten.decide(ran, new Redefined(2, nine.schedule(), at("2025-06-01T09:05:00Z")));
    assertThat(soon.state().nextSlot()).contains(at("2025-06-01T09:10:00Z"));
  }

  @Test
  void p16_toggling_five_times_moves_nothing() {
    var daily = cron("0 5 * * *").recover(Recover.LAST);
    var state = daily.definedAt("2025-06-01T04:00:00Z");
    state = daily.decide(state, new Due(at("2025-06-01T05:00:00Z"), Cause.ON_TIME)).state();
    for (int i = 0; i < 5; i++) {
      var off = at("2025-06-01T12:00:00Z").plusSeconds(10L * i);
      state = daily.decide(state, new Disabled("by hand", off)).state();
      state = daily.decide(state, new Enabled(off.plusSeconds(5), Recover.NONE)).state();
    }
    assertThat(Triggers.wakeAt(state)).contains(at("2025-06-02T05:00:00Z"));
  }

  @Test
  void p17_what_passes_while_disabled_is_five_skipped_slots_and_no_run() {
    var minutely = cron("* * * * *").recover(Recover.NONE);
    var state = minutely.definedAt("2025-06-01T10:00:30Z");
    var off = minutely.decide(state, new Disabled("by hand", at("2025-06-01T10:00:40Z"))).state();
    var on = minutely.decide(off, new Enabled(at("2025-06-01T10:05:40Z"), Recover.NONE));
    assertThat(on.fires()).isEmpty();
    assertThat(on.skips())
        .singleElement()
        .matches(it -> it.count() == 5 && it.decision() == Decision.SKIPPED_DISABLED);
  }

  @Test
  void p21_a_backfill_that_is_paused_and_deleted_leaves_the_schedule_alone() {
    var minutely = cron("* * * * *");
    var state = minutely.definedAt("2025-06-01T10:00:30Z");
    var now = at("2025-06-01T10:00:40Z");
    var asked =
        Backfill.asked("lane", at("2025-06-01T08:00:00Z"), now, false, Map.of(), Map.of(), now);
    for (var event :
        List.of(
            new BackfillEvent.Asked(asked, now),
            new BackfillEvent.Paused(now),
            new BackfillEvent.Removed(now))) {
      state = Backfills.decide(minutely.schedule(), Sample.UTC, state, event).state();
    }
    var live = minutely.decide(state, new Due(at("2025-06-01T10:01:00Z"), Cause.ON_TIME));
    assertThat(slotsOf(live)).containsExactly("2025-06-01T10:01:00Z");
  }

  @Test
  void p25_after_a_long_outage_every_schedule_goes_on_by_its_policy() {
    for (var text : List.of("* * * * *", "*/4 * * * *", "*/5 * * * *")) {
      for (var recover : Recover.values()) {
        var sample = cron(text).recover(recover);
        var state = sample.definedAt("2025-06-01T10:00:30Z");
        var found = sample.decide(state, new Due(at("2025-06-01T10:15:30Z"), Cause.DB_OUTAGE));
        assertThat(Triggers.wakeAt(found.state()).orElseThrow())
            .isAfter(at("2025-06-01T10:15:30Z"));
        assertThat(found.fires().isEmpty())
            .isEqualTo(recover == Recover.NONE && text.startsWith("*/4"));
      }
    }
  }

  @Test
  void p56_a_delay_makes_one_run_for_the_newest_slot() {
    var hourly = cron("0 * * * *").recover(Recover.LAST).oneAtATime();
    var state = hourly.definedAt("2025-06-01T09:30:00Z");
    var ran = hourly.decide(state, new Due(at("2025-06-01T10:00:00Z"), Cause.ON_TIME)).state();
    var holder = ran.holder().orElseThrow();
    var freed =
        hourly.decide(ran, new HolderEnded(holder, State.FAILED, at("2025-06-01T10:20:00Z")));
    assertThat(freed.fires()).isEmpty();
    var late = hourly.decide(freed.state(), new Due(at("2025-06-01T12:20:00Z"), Cause.STALL));
    assertThat(slotsOf(late)).containsExactly("2025-06-01T12:00:00Z");
    assertThat(late.skips())
        .singleElement()
        .matches(it -> it.count() == 1 && it.decision() == Decision.COALESCED);
  }
}
