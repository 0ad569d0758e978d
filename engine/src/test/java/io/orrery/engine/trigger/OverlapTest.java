package io.orrery.engine.trigger;

import static io.orrery.engine.trigger.Sample.cron;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.engine.trigger.TriggerEvent.Disabled;
import io.orrery.engine.trigger.TriggerEvent.Due;
import io.orrery.engine.trigger.TriggerEvent.Enabled;
import io.orrery.engine.trigger.TriggerEvent.HolderEnded;
import io.orrery.engine.trigger.TriggerEvent.Redefined;
import io.orrery.model.flow.TriggerDef.Overlap;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A schedule of every minute whose executions take nine and a half, for an hour: each rule for
/// what meets a living execution.
class OverlapTest {

  private static final Instant START = Instant.parse("2025-06-01T10:00:30Z");
  private static final Instant END = Instant.parse("2025-06-01T11:00:30Z");
  private static final Duration RUN = Duration.ofMinutes(9).plusSeconds(30);
  private static final Duration DYING = Duration.ofSeconds(5);
  private static final Sample MINUTELY = cron("* * * * *");

  /// What the hour left in the ledger.
  private static final class Hour {
    final List<Fire> fires = new ArrayList<>();
    final List<SkipRange> skips = new ArrayList<>();
    private final Sample sample;
    private TriggerState state;
    private Optional<Instant> ends = Optional.empty();

    Hour(Sample sample) {
      this.sample = sample;
      state = sample.definedAt(START.toString());
      while (step()) {}
    }

    private boolean step() {
      var due = Triggers.wakeAt(state);
      boolean ended = ends.isPresent() && due.filter(at -> !at.isAfter(ends.get())).isEmpty();
      var at = ended ? ends : due;
      if (at.isEmpty() || at.get().isAfter(END)) return false;
      if (ended) {
        ends = Optional.empty();
        take(new HolderEnded(state.holder().orElseThrow(), State.SUCCESS, at.get()));
      } else {
        take(new Due(at.get(), Cause.ON_TIME, 0));
      }
      return true;
    }

    private void take(TriggerEvent event) {
      var before = state.holder();
      var done = sample.decide(state, event);
      state = done.state();
      fires.addAll(done.fires());
      skips.addAll(done.skips());
      if (!before.equals(state.holder())) ends = state.holder().map(_ -> event.at().plus(RUN));
      if (done.kill().isPresent()) {
        assertThat(done.kill()).isEqualTo(state.holder());
        ends = Optional.of(event.at().plus(DYING));
      }
    }

    List<String> times() {
      return fires.stream().map(fire -> fire.slot().toString().substring(11, 16)).toList();
    }

    long skipped(Decision decision) {
      return skips.stream()
          .filter(skip -> skip.decision() == decision)
          .mapToLong(SkipRange::count)
          .sum();
    }
  }

  private static Hour hour(Overlap overlap, Recover recover) {
    return new Hour(MINUTELY.overlap(overlap).recover(recover));
  }

  @Test
  void held_all_fires_what_waited_oldest_first() {
    var hour = hour(Overlap.HOLD, Recover.ALL);
    assertThat(hour.times())
        .containsExactly("10:01", "10:02", "10:03", "10:04", "10:05", "10:06", "10:07");
    assertThat(hour.skips).isEmpty();
    assertThat(hour.fires.subList(1, 7)).allMatch(fire -> fire.cause() == Cause.LOCKED);
  }

  @Test
  void held_last_fires_the_newest_for_all() {
    var hour = hour(Overlap.HOLD, Recover.LAST);
    assertThat(hour.times())
        .containsExactly("10:01", "10:10", "10:20", "10:29", "10:39", "10:48", "10:58");
    assertThat(hour.fires.get(1).coalesced()).isEqualTo(9);
    assertThat(hour.skipped(Decision.COALESCED)).isEqualTo(8 + 9 + 8 + 9 + 8 + 9);
  }

  @Test
  void held_none_fires_what_is_only_just_due() {
    var hour = hour(Overlap.HOLD, Recover.NONE);
    assertThat(hour.times()).startsWith("10:01", "10:10", "10:19");
    assertThat(hour.skips).allMatch(skip -> skip.decision() == Decision.SKIPPED_POLICY);
    assertThat(hour.skips).allMatch(skip -> skip.cause() == Cause.LOCKED);
  }

  @ParameterizedTest
  @EnumSource(Recover.class)
  void skipped_each_date_is_decided_when_it_is_due_whatever_the_policy(Recover recover) {
    var hour = hour(Overlap.SKIP, recover);
    assertThat(hour.times()).containsExactly("10:01", "10:11", "10:21", "10:31", "10:41", "10:51");
    assertThat(hour.fires).allMatch(fire -> fire.cause() == Cause.ON_TIME);
    assertThat(hour.skipped(Decision.SKIPPED_OVERLAP)).isEqualTo(54);
    assertThat(hour.skips)
        .allMatch(skip -> skip.count() == 1)
        .allMatch(skip -> skip.decidedAt().equals(skip.from()))
        .allMatch(skip -> skip.cause() == Cause.LOCKED);
  }

  @ParameterizedTest
  @EnumSource(Recover.class)
  void of_a_queue_of_one_the_newest_fires_whatever_the_policy(Recover recover) {
    var hour = hour(Overlap.QUEUE_ONE, recover);
    assertThat(hour.times())
        .containsExactly("10:01", "10:10", "10:20", "10:29", "10:39", "10:48", "10:58");
    assertThat(hour.skipped(Decision.SKIPPED_OVERLAP)).isEqualTo(8 + 9 + 8 + 9 + 8 + 9);
    assertThat(hour.fires).allMatch(fire -> fire.coalesced() == 1);
  }

  @ParameterizedTest
  @EnumSource(Recover.class)
  void a_queue_of_all_loses_none_whatever_the_policy(Recover recover) {
    var hour = hour(Overlap.QUEUE_ALL, recover);
    assertThat(hour.times())
        .containsExactly("10:01", "10:02", "10:03", "10:04", "10:05", "10:06", "10:07");
    assertThat(hour.skips).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Recover.class)
  void a_newer_date_takes_the_place_of_what_runs(Recover recover) {
    var hour = hour(Overlap.CANCEL_RUNNING, recover);
    assertThat(hour.times()).hasSize(60).doesNotHaveDuplicates();
    assertThat(hour.fires.getFirst().lateBy()).isZero();
    assertThat(hour.fires.subList(1, 59)).allMatch(fire -> fire.lateBy() == DYING.toMillis());
    assertThat(hour.skips).isEmpty();
  }

  @Test
  void concurrent_ones_fire_beside_each_other() {
    assertThat(hour(Overlap.ALLOW, Recover.ALL).times()).hasSize(60);
  }

  @Test
  void what_an_outage_missed_is_for_the_policy_and_what_waited_for_the_queue() {
    var sample = MINUTELY.overlap(Overlap.QUEUE_ALL).recover(Recover.NONE);
    var state = sample.definedAt("2025-06-01T10:00:30Z");
    // Nobody decided until 10:05:10; the one that is only just due fires and is followed by a
    // queue.
    var found =
        sample.decide(state, new Due(Instant.parse("2025-06-01T10:05:10Z"), Cause.DB_OUTAGE));
    assertThat(found.skips().getFirst().count()).isEqualTo(4);
    assertThat(found.skips().getFirst().cause()).isEqualTo(Cause.DB_OUTAGE);
    assertThat(found.fires()).extracting(Fire::slot).containsExactly(at("10:05:00"));
    var ended = sample.decide(found.state(), ended(found.state(), "10:30:00"));
    assertThat(ended.fires()).extracting(Fire::slot).containsExactly(at("10:06:00"));
    assertThat(ended.skips()).isEmpty();
  }

  @Test
  void waiting_slots_outlive_disabling_by_the_choice_of_who_enables() {
    var sample = MINUTELY.overlap(Overlap.QUEUE_ALL);
    var state =
        sample
            .decide(
                sample.definedAt("2025-06-01T10:00:30Z"), new Due(at("10:01:00"), Cause.ON_TIME))
            .state();
    var disabled = sample.decide(state, new Disabled("stop after", at("10:03:30"))).state();
    var idle = sample.decide(disabled, ended(disabled, "10:04:10"));
    assertThat(idle.fires()).isEmpty();
    assertThat(Triggers.wakeAt(idle.state())).isEmpty();

    var none = sample.decide(idle.state(), new Enabled(at("10:06:30"), Recover.NONE));
    assertThat(none.skips()).singleElement().matches(skip -> skip.count() == 5);
    assertThat(Triggers.wakeAt(none.state())).contains(at("10:07:00"));
    var last = sample.decide(idle.state(), new Enabled(at("10:06:30"), Recover.LAST));
    assertThat(last.fires()).extracting(Fire::slot).containsExactly(at("10:06:00"));
    var all = sample.decide(idle.state(), new Enabled(at("10:06:30"), Recover.ALL));
    assertThat(all.fires()).isEmpty();
    assertThat(Triggers.wakeAt(all.state())).contains(at("10:02:00"));
  }

  @Test
  void an_edit_in_the_middle_of_a_backlog_keeps_it_and_its_order() {
    var newest = MINUTELY.newestFirst();
    var state = newest.definedAt("2025-06-01T10:00:30Z");
    var begun = newest.decide(state, new Due(at("10:10:10"), Cause.RESTART, 2));
    assertThat(begun.fires())
        .extracting(Fire::slot)
        .containsExactly(at("10:10:00"), at("10:09:00"), at("10:08:00"));
    var hourly = cron("0 * * * *").newestFirst();
    var edited = hourly.decide(begun.state(), new Redefined(2, newest.schedule(), at("10:20:00")));
    var former = Optional.of(new Former(newest.schedule(), 2, at("10:20:00")));
    var left =
        Triggers.decide(
            hourly.schedule(),
            Sample.UTC,
            former,
            edited.state(),
            new Due(at("10:20:30"), Cause.ON_TIME));
    assertThat(left.fires()).extracting(Fire::slot).contains(at("10:07:00"), at("10:01:00"));
    assertThat(left.fires()).allMatch(fire -> fire.cause() != Cause.ON_TIME || !late(fire));
    assertThat(left.state().owed()).isEqualTo(Owed.NOTHING);
    assertThat(left.state().revision()).isEqualTo(2);
    assertThat(left.state().nextSlot()).contains(at("11:00:00"));
  }

  private static boolean late(Fire fire) {
    return fire.lateBy() > 60_000;
  }

  private static HolderEnded ended(TriggerState state, String at) {
    return new HolderEnded(state.holder().orElse(new ExecutionId("none")), State.SUCCESS, at(at));
  }

  private static Instant at(String time) {
    return Instant.parse("2025-06-01T" + time + "Z");
  }
}
