package io.orrery.engine.trigger;

import static io.orrery.engine.trigger.Sample.cron;
import static io.orrery.engine.trigger.Sample.slotsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.property.Chance;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.engine.trigger.TriggerEvent.Due;
import io.orrery.engine.trigger.TriggerEvent.HolderEnded;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.state.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Late slots: how many may fire, in which order, for which reason; and when a slot is due.
class RecoveryTest {

  private static final Sample MINUTELY = cron("* * * * *");

  private static Instant at(String time) {
    return Instant.parse("2025-06-01T" + time + "Z");
  }

  @Test
  void an_outage_of_five_minutes_under_each_policy() {
    var due = new Due(at("10:05:30"), Cause.DB_OUTAGE);
    var all = MINUTELY.decide(MINUTELY.definedAt("2025-06-01T10:00:30Z"), due);
    assertThat(all.fires())
        .extracting(Fire::cause)
        .containsExactly(
            Cause.DB_OUTAGE, Cause.DB_OUTAGE, Cause.DB_OUTAGE, Cause.DB_OUTAGE, Cause.ON_TIME);
    var last = MINUTELY.recover(Recover.LAST);
    var one = last.decide(last.definedAt("2025-06-01T10:00:30Z"), due);
    assertThat(slotsOf(one)).containsExactly("2025-06-01T10:05:00Z");
    assertThat(one.fires().getFirst().coalesced()).isEqualTo(5);
    assertThat(one.skips()).singleElement().matches(it -> it.cause() == Cause.DB_OUTAGE);
    var none = MINUTELY.recover(Recover.NONE);
    var kept = none.decide(none.definedAt("2025-06-01T10:00:30Z"), due);
    assertThat(slotsOf(kept)).containsExactly("2025-06-01T10:05:00Z");
    assertThat(kept.skips())
        .singleElement()
        .matches(it -> it.count() == 4 && it.cause() == Cause.DB_OUTAGE);
  }

  @Test
  void only_so_many_late_slots_fire_as_the_event_allows() {
    var state = MINUTELY.definedAt("2025-06-01T10:00:30Z");
    var none = MINUTELY.decide(state, new Due(at("10:10:10"), Cause.STALL, 0));
    assertThat(none.fires()).isEmpty();
    assertThat(Triggers.recovers(MINUTELY.schedule(), none.state(), at("10:10:10"))).isTrue();
    var two = MINUTELY.decide(none.state(), new Due(at("10:10:20"), Cause.ON_TIME, 2));
    assertThat(slotsOf(two)).containsExactly("2025-06-01T10:01:00Z", "2025-06-01T10:02:00Z");
    assertThat(two.fires()).allMatch(fire -> fire.cause() == Cause.STALL);
    // What became late behind the others is late for their reason.
    var rest = MINUTELY.decide(two.state(), new Due(at("10:15:00"), Cause.ON_TIME));
    assertThat(rest.fires().stream().filter(fire -> fire.lateBy() > 60_000))
        .hasSize(11)
        .allMatch(fire -> fire.cause() == Cause.STALL);
    assertThat(rest.state().owed()).isEqualTo(Owed.NOTHING);
  }

  @Test
  void newest_first_lets_the_punctual_pass_and_then_goes_back() {
    var sample = MINUTELY.newestFirst();
    var state = sample.definedAt("2025-06-01T10:00:30Z");
    var found = sample.decide(state, new Due(at("10:06:10"), Cause.RESTART, 0));
    assertThat(slotsOf(found)).containsExactly("2025-06-01T10:06:00Z");
    var two = sample.decide(found.state(), new Due(at("10:06:11"), Cause.ON_TIME, 2));
    assertThat(slotsOf(two)).containsExactly("2025-06-01T10:05:00Z", "2025-06-01T10:04:00Z");
    var live = sample.decide(two.state(), new Due(at("10:07:00"), Cause.ON_TIME, 0));
    assertThat(slotsOf(live)).containsExactly("2025-06-01T10:07:00Z");
    var rest = sample.decide(live.state(), new Due(at("10:07:01"), Cause.ON_TIME));
    assertThat(slotsOf(rest))
        .containsExactly("2025-06-01T10:03:00Z", "2025-06-01T10:02:00Z", "2025-06-01T10:01:00Z");
    assertThat(rest.fires()).allMatch(fire -> fire.cause() == Cause.RESTART);
  }

  @Test
  void a_clock_that_is_set_back_fires_nothing_again() {
    var state = MINUTELY.definedAt("2025-06-01T10:00:30Z");
    var fired = MINUTELY.decide(state, new Due(at("10:02:00"), Cause.ON_TIME)).state();
    var back = MINUTELY.decide(fired, new Due(at("09:52:00"), Cause.ON_TIME));
    assertThat(back).isEqualTo(TriggerTransition.to(fired));
  }

  @Test
  void a_clock_that_is_set_forward_finds_more_due_for_that_reason() {
    var state = MINUTELY.definedAt("2025-06-01T10:00:30Z");
    var jumped = MINUTELY.decide(state, new Due(at("10:10:30"), Cause.CLOCK_JUMP));
    assertThat(jumped.fires()).hasSize(10);
    assertThat(jumped.fires().subList(0, 9)).allMatch(fire -> fire.cause() == Cause.CLOCK_JUMP);
  }

  /// A restart between the two copies of an hour, and behind a gap.
  @ParameterizedTest
  @CsvSource({
    "ALL,Europe/Paris,30 2 * * *,2025-10-25T12:00:00Z,2025-10-26T00:45:00Z,2025-10-26T01:45:00Z,1",
    "LAST,Europe/Paris,30 2 * * *,2025-10-25T12:00:00Z,2025-10-26T00:45:00Z,2025-10-26T01:45:00Z,1",
    "NONE,Europe/Paris,30 2 * * *,2025-10-25T12:00:00Z,2025-10-26T00:30:20Z,2025-10-26T01:45:00Z,1",
    "ALL,Europe/Paris,30 2 * * *,2025-03-29T12:00:00Z,2025-03-30T01:00:20Z,2025-03-30T02:00:00Z,1",
    "LAST,Europe/Paris,30 2 * * *,2025-03-29T12:00:00Z,2025-03-30T01:30:00Z,2025-03-30T02:00:00Z,1",
    "NONE,Europe/Paris,30 2 * * *,2025-03-29T12:00:00Z,2025-03-30T01:00:20Z,2025-03-30T02:00:00Z,1",
    "ALL,Australia/Lord_Howe,45 1 * *"
        + " *,2025-04-05T03:00:00Z,2025-04-05T14:50:00Z,2025-04-05T15:40:00Z,1"
  })
  void a_restart_around_a_change_of_the_clocks_fires_each_date_once(
      Recover recover,
      String zone,
      String expression,
      String from,
      String restart,
      String later,
      int fires) {
    var sample = cron(expression).in(zone).recover(recover);
    var state = sample.definedAt(from);
    var first = sample.decide(state, Sample.due(restart, Cause.RESTART));
    var second = sample.decide(first.state(), Sample.due(later, Cause.RESTART));
    assertThat(first.fires().size() + second.fires().size()).isEqualTo(fires);
    assertThat(first.skips()).isEmpty();
    assertThat(second.skips()).isEmpty();
  }

  @Test
  void each_slot_is_due_within_its_jitter_and_before_the_next() {
    Chance.forSeeds(
        300,
        seed -> {
          var chance = new Chance(seed);
          var jitter = Duration.ofSeconds(chance.of(1, 20, 90, 7200));
          var sample =
              cron(chance.of("* * * * *", "*/7 * * * *", "0 * * * *", "30 2 * * *"))
                  .in(chance.of("UTC", "Europe/Paris"))
                  .jitter(jitter);
          var slots = sample.slots().between(at("00:00:00"), at("23:59:59"), 200);
          Instant before = Instant.MIN;
          for (var slot : slots) {
            var due = sample.due(slot);
            assertThat(due).isEqualTo(sample.due(slot)).isAfterOrEqualTo(slot).isAfter(before);
            assertThat(due).isBefore(slot.plus(jitter));
            before = due;
          }
        });
  }

  @Test
  void jitter_spreads_triggers_and_slots() {
    var sample = cron("0 * * * *").jitter(Duration.ofMinutes(10));
    var delays = new ArrayList<Long>();
    for (var slot : sample.slots().between(at("00:00:00"), at("23:00:01"), 24)) {
      delays.add(Duration.between(slot, sample.due(slot)).toSeconds() / 60);
    }
    assertThat(delays.stream().distinct().count()).isGreaterThan(5);
  }

  @ParameterizedTest
  @EnumSource(Recover.class)
  void a_jittered_slot_is_on_time_when_it_is_due_and_keeps_its_date(Recover recover) {
    var sample = cron("0 * * * *").jitter(Duration.ofMinutes(30)).recover(recover);
    var state = sample.definedAt("2025-06-01T10:30:00Z");
    var slot = at("11:00:00");
    var due = sample.due(slot);
    assertThat(Triggers.wakeAt(state)).contains(due);
    assertThat(sample.decide(state, new Due(due.minusMillis(1), Cause.ON_TIME)).fires()).isEmpty();
    var done = sample.decide(state, new Due(due, Cause.ON_TIME));
    assertThat(done.fires())
        .singleElement()
        .satisfies(
            fire -> {
              assertThat(fire.slot()).isEqualTo(slot);
              assertThat(fire.cause()).isEqualTo(Cause.ON_TIME);
              assertThat(fire.lateBy()).isZero();
            });
    assertThat(done.starts().getFirst().variables()).containsEntry("date", "2025-06-01T11:00:00Z");
  }

  @Test
  void the_longest_delay_counts_from_when_a_slot_is_due() {
    var sample = cron("0 * * * *").jitter(Duration.ofMinutes(30)).atMostLate(Duration.ofMinutes(5));
    var state = sample.definedAt("2025-06-01T10:30:00Z");
    var due = sample.due(at("11:00:00"));
    var within = sample.decide(state, new Due(due.plus(Duration.ofMinutes(5)), Cause.RESTART));
    assertThat(within.fires()).hasSize(1);
    var over =
        sample.decide(state, new Due(due.plus(Duration.ofMinutes(5)).plusMillis(1), Cause.RESTART));
    assertThat(over.fires()).isEmpty();
    assertThat(over.skips().getFirst().decision()).isEqualTo(Decision.SKIPPED_LATE);
  }

  @Test
  void an_edit_between_a_date_and_when_it_is_due_loses_nothing() {
    var sample = cron("0 * * * *").jitter(Duration.ofMinutes(30));
    var state = sample.definedAt("2025-06-01T10:30:00Z");
    var due = sample.due(at("11:00:00"));
    var edit = due.minusSeconds(1);
    var daily = cron("0 9 * * *");
    var edited =
        daily.decide(state, new TriggerEvent.Redefined(2, sample.schedule(), edit)).state();
    var former = java.util.Optional.of(new Former(sample.schedule(), 2, edit));
    var fired =
        Triggers.decide(daily.schedule(), Sample.UTC, former, edited, new Due(due, Cause.ON_TIME));
    assertThat(slotsOf(fired)).containsExactly("2025-06-01T11:00:00Z");
    assertThat(fired.state().nextSlot()).contains(Instant.parse("2025-06-02T09:00:00Z"));
  }

  @Test
  void what_waited_for_an_execution_says_so_and_what_was_missed_says_why() {
    var single = MINUTELY.oneAtATime();
    var state = single.definedAt("2025-06-01T10:00:30Z");
    var found = single.decide(state, new Due(at("10:05:00"), Cause.RESTART));
    assertThat(slotsOf(found)).containsExactly("2025-06-01T10:01:00Z");
    var holder = found.state().holder().orElseThrow();
    // It ends, and the next one was missed by the restart: it has to wait for its turn.
    var ended =
        single.decide(found.state(), new HolderEnded(holder, State.SUCCESS, at("10:08:00")));
    assertThat(ended.fires()).isEmpty();
    assertThat(Triggers.recovers(single.schedule(), ended.state(), at("10:08:00"))).isTrue();
    var next = single.decide(ended.state(), new Due(at("10:08:00"), Cause.ON_TIME, 1));
    assertThat(next.fires())
        .singleElement()
        .matches(fire -> fire.slot().equals(at("10:02:00")) && fire.cause() == Cause.RESTART);
    assertThat(next.state().owed().marks())
        .extracting(Owed.Mark::cause)
        .containsExactly(Cause.RESTART, Cause.LOCKED);
  }
}
