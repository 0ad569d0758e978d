package io.orrery.engine.trigger;

import static io.orrery.engine.trigger.Sample.cron;
import static io.orrery.engine.trigger.Sample.slotsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.Backfill.Mode;
import io.orrery.engine.trigger.Backfill.OnFailure;
import io.orrery.engine.trigger.Backfill.Options;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.model.flow.TriggerDef.Order;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BackfillsTest {

  private static final Instant NOW = Instant.parse("2025-06-01T10:30:00Z");
  private static final Sample MANY = cron("0 * * * *");
  private static final Sample ONE = MANY.oneAtATime();

  private static Backfill asked(String start, String end) {
    return Backfill.asked(
        "lane",
        Instant.parse(start),
        Instant.parse(end),
        false,
        Map.of("x", 1),
        Map.of("a", "b"),
        NOW);
  }

  private static TriggerTransition decide(Sample sample, TriggerState state, BackfillEvent event) {
    return Backfills.decide(sample.schedule(), ZoneOffset.UTC, state, event);
  }

  private static TriggerState with(Sample sample, Backfill backfill) {
    var state = sample.definedAt("2025-06-01T10:00:00Z");
    return decide(sample, state, new BackfillEvent.Asked(backfill, NOW)).state();
  }

  private static BackfillEvent due() {
    return new BackfillEvent.Due(NOW, Map.of());
  }

  @Test
  void both_ends_are_made_and_the_schedule_does_not_move() {
    var state = with(MANY, asked("2025-06-01T05:00:00Z", "2025-06-01T08:00:00Z"));
    var done = decide(MANY, state, due());
    assertThat(slotsOf(done))
        .containsExactly(
            "2025-06-01T05:00:00Z",
            "2025-06-01T06:00:00Z",
            "2025-06-01T07:00:00Z",
            "2025-06-01T08:00:00Z");
    assertThat(done.fires())
        .allSatisfy(
            fire -> {
              assertThat(fire.lane()).isEqualTo("lane");
              assertThat(fire.cause()).isEqualTo(Cause.BACKFILL);
            });
    assertThat(done.starts()).extracting(Start::id).doesNotHaveDuplicates().hasSize(4);
    assertThat(done.state().backfill()).isEmpty();
    assertThat(done.state().nextSlot()).isEqualTo(state.nextSlot());
    assertThat(done.state().lastSlot()).isEmpty();
  }

  @Test
  void one_at_a_time_each_slot_waits_for_the_execution_before() {
    var state = with(ONE, asked("2025-06-01T05:00:00Z", "2025-06-01T06:00:00Z"));
    var first = decide(ONE, state, due());
    assertThat(slotsOf(first)).containsExactly("2025-06-01T05:00:00Z");
    assertThat(first.state().holder()).as("of the live schedule").isEmpty();
    assertThat(Backfills.wants(ONE.schedule(), first.state())).isFalse();

    var other = new BackfillEvent.Ended(new ExecutionId("other"), State.SUCCESS, NOW);
    assertThat(decide(ONE, first.state(), other).state()).isEqualTo(first.state());
    var second = decide(ONE, ended(first), due());
    assertThat(slotsOf(second)).containsExactly("2025-06-01T06:00:00Z");
    assertThat(second.state().backfill()).isPresent();
    assertThat(decide(ONE, ended(second), due()).state().backfill()).isEmpty();
  }

  private static TriggerState ended(TriggerTransition transition) {
    var holder = transition.state().backfill().flatMap(Backfill::holder).orElseThrow();
    return decide(ONE, transition.state(), new BackfillEvent.Ended(holder, State.SUCCESS, NOW))
        .state();
  }

  @Test
  void what_is_still_to_come_is_left_to_the_schedule() {
    var state = with(MANY, asked("2025-06-01T09:00:00Z", "2025-06-02T00:00:00Z"));
    assertThat(slotsOf(decide(MANY, state, due())))
        .containsExactly("2025-06-01T09:00:00Z", "2025-06-01T10:00:00Z");
  }

  @Test
  void a_paused_one_makes_nothing_and_a_removed_one_is_gone() {
    var state = with(MANY, asked("2025-06-01T05:00:00Z", "2025-06-01T08:00:00Z"));
    var paused = decide(MANY, state, new BackfillEvent.Paused(NOW)).state();
    assertThat(decide(MANY, paused, due())).isEqualTo(TriggerTransition.to(paused));
    var resumed = decide(MANY, paused, new BackfillEvent.Resumed(NOW)).state();
    assertThat(decide(MANY, resumed, due()).fires()).hasSize(4);
    var removed = decide(MANY, state, new BackfillEvent.Removed(NOW)).state();
    assertThat(removed.backfill()).isEmpty();
    assertThat(decide(MANY, removed, due())).isEqualTo(TriggerTransition.to(removed));
  }

  @Test
  void while_the_trigger_is_disabled_its_backfill_waits() {
    var state = with(MANY, asked("2025-06-01T05:00:00Z", "2025-06-01T08:00:00Z"));
    var disabled = MANY.decide(state, new TriggerEvent.Disabled("by hand", NOW)).state();
    assertThat(disabled.backfill()).isEqualTo(state.backfill());
    assertThat(decide(MANY, disabled, due()).fires()).isEmpty();
  }

  @Test
  void a_second_one_changes_nothing() {
    var state = with(MANY, asked("2025-06-01T05:00:00Z", "2025-06-01T08:00:00Z"));
    var again = new BackfillEvent.Asked(asked("2025-06-01T01:00:00Z", "2025-06-01T02:00:00Z"), NOW);
    assertThat(decide(MANY, state, again).state()).isEqualTo(state);
  }

  @Test
  void more_than_one_event_decides_go_on_where_it_stopped() {
    var minutely = cron("* * * * *");
    var state = with(minutely, asked("2025-06-01T05:00:00Z", "2025-06-01T09:59:00Z"));
    var first = decide(minutely, state, due());
    assertThat(first.fires()).hasSize(200);
    assertThat(Backfills.wants(minutely.schedule(), first.state())).isTrue();
    var second = decide(minutely, first.state(), due());
    assertThat(second.fires()).hasSize(100);
    assertThat(second.fires().getFirst().slot()).isEqualTo(Instant.parse("2025-06-01T08:20:00Z"));
    assertThat(second.state().backfill()).isEmpty();
  }

  @Test
  void a_condition_that_does_not_hold_is_a_line_and_one_that_cannot_be_judged_an_execution() {
    var state = with(ONE, asked("2025-06-01T05:00:00Z", "2025-06-01T07:00:00Z"));
    var verdicts =
        Map.<Instant, Verdict>of(
            Instant.parse("2025-06-01T05:00:00Z"), new Verdict.Fails(),
            Instant.parse("2025-06-01T06:00:00Z"), new Verdict.Unable("no such variable"));
    var done = decide(ONE, state, new BackfillEvent.Due(NOW, verdicts));
    assertThat(done.fires())
        .extracting(Fire::decision)
        .containsExactly(Decision.SKIPPED_CONDITION, Decision.EVALUATION_FAILED);
    assertThat(done.starts())
        .singleElement()
        .satisfies(start -> assertThat(start.failure()).isEqualTo(Optional.of("no such variable")));
  }

  @Test
  void expressions_see_the_date_that_is_made_up_for_and_its_neighbours() {
    var state = with(MANY, asked("2025-06-01T05:00:00Z", "2025-06-01T05:00:00Z"));
    assertThat(decide(MANY, state, due()).starts().getFirst().variables())
        .containsEntry("date", "2025-06-01T05:00:00Z")
        .containsEntry("next", "2025-06-01T06:00:00Z");
  }

  // ---- options

  private static Backfill asked(Options options) {
    return Backfill.asked(
        "lane",
        Instant.parse("2025-06-01T01:00:00Z"),
        Instant.parse("2025-06-01T08:00:00Z"),
        false,
        Map.of(),
        Map.of(),
        options,
        NOW);
  }

  private static Options options(Order order, int maxConcurrent, OnFailure onFailure) {
    return new Options(Mode.ALL, order, Optional.of(maxConcurrent), Optional.empty(), onFailure);
  }

  private static TriggerState ended(Sample sample, TriggerState state, State end) {
    var running = state.backfill().orElseThrow().running().getFirst();
    return decide(sample, state, new BackfillEvent.Ended(running, end, NOW)).state();
  }

  @Test
  void newest_first_so_many_at_once_until_the_oldest() {
    var state = with(ONE, asked(options(Order.DESC, 3, OnFailure.CONTINUE)));
    var first = decide(ONE, state, due());
    assertThat(slotsOf(first))
        .containsExactly("2025-06-01T08:00:00Z", "2025-06-01T07:00:00Z", "2025-06-01T06:00:00Z");
    assertThat(Backfills.wants(ONE.schedule(), first.state())).isFalse();
    var one = ended(ONE, first.state(), State.SUCCESS);
    var second = decide(ONE, one, due());
    assertThat(slotsOf(second)).containsExactly("2025-06-01T05:00:00Z");
    var now = second.state();
    var made = new ArrayList<String>();
    while (now.backfill().isPresent()) {
      var done = decide(ONE, ended(ONE, now, State.SUCCESS), due());
      made.addAll(slotsOf(done));
      now = done.state();
    }
    assertThat(made)
        .containsExactly(
            "2025-06-01T04:00:00Z",
            "2025-06-01T03:00:00Z",
            "2025-06-01T02:00:00Z",
            "2025-06-01T01:00:00Z");
    assertThat(now.nextSlot()).isEqualTo(state.nextSlot());
  }

  @Test
  void only_what_never_fired_is_made() {
    var missing =
        new Options(
            Mode.MISSING_ONLY, Order.ASC, Optional.empty(), Optional.empty(), OnFailure.CONTINUE);
    var state = with(MANY, asked(missing));
    var next = Backfills.next(MANY.schedule(), ZoneOffset.UTC, state.backfill().orElseThrow());
    assertThat(next).hasSize(8);
    var made = Set.of(next.get(0), next.get(3), next.get(7));
    var done = decide(MANY, state, new BackfillEvent.Due(NOW, Map.of(), made, 200));
    assertThat(done.fires()).hasSize(5).noneMatch(fire -> made.contains(fire.slot()));
    assertThat(done.state().backfill()).isEmpty();
  }

  @Test
  void as_many_as_the_rate_allows() {
    var state = with(MANY, asked(Options.DEFAULT));
    var two = decide(MANY, state, new BackfillEvent.Due(NOW, Map.of(), Set.of(), 2));
    assertThat(two.fires()).hasSize(2);
    assertThat(decide(MANY, two.state(), due()).fires()).hasSize(6);
  }

  @Test
  void a_failure_is_passed_over_or_pauses_or_stops_as_was_asked() {
    var goesOn = with(ONE, asked(options(Order.ASC, 1, OnFailure.CONTINUE)));
    var on = ended(ONE, decide(ONE, goesOn, due()).state(), State.FAILED);
    assertThat(Backfills.wants(ONE.schedule(), on)).isTrue();

    var pauses = with(ONE, asked(options(Order.ASC, 1, OnFailure.PAUSE)));
    var paused = ended(ONE, decide(ONE, pauses, due()).state(), State.FAILED);
    assertThat(paused.backfill().orElseThrow().paused()).isTrue();

    var stops = with(MANY, asked(options(Order.ASC, 2, OnFailure.STOP)));
    var begun = decide(MANY, stops, due()).state();
    var running = begun.backfill().orElseThrow().running().getFirst();
    var stopped = decide(MANY, begun, new BackfillEvent.Ended(running, State.FAILED, NOW));
    assertThat(stopped.state().backfill()).isEmpty();
    assertThat(stopped.skips())
        .singleElement()
        .satisfies(
            range -> {
              assertThat(range.lane()).isEqualTo("lane");
              assertThat(range.count()).isEqualTo(6);
              assertThat(range.from()).isEqualTo(Instant.parse("2025-06-01T03:00:00Z"));
              assertThat(range.decision()).isEqualTo(Decision.SKIPPED_CANCELLED);
              assertThat(range.policy()).isEqualTo("ON_FAILURE");
            });
  }

  @Test
  void cancelling_says_what_was_not_made() {
    var state = with(ONE, asked(options(Order.DESC, 3, OnFailure.CONTINUE)));
    var begun = decide(ONE, state, due()).state();
    var removed = decide(ONE, begun, new BackfillEvent.Removed(NOW));
    assertThat(removed.skips())
        .singleElement()
        .satisfies(
            range -> {
              assertThat(range.from()).isEqualTo(Instant.parse("2025-06-01T01:00:00Z"));
              assertThat(range.to()).isEqualTo(Instant.parse("2025-06-01T05:00:00Z"));
              assertThat(range.count()).isEqualTo(5);
              assertThat(range.cause()).isEqualTo(Cause.BACKFILL);
            });
    // The late end of what still ran changes nothing.
    var running = begun.backfill().orElseThrow().running().getFirst();
    assertThat(
            decide(ONE, removed.state(), new BackfillEvent.Ended(running, State.FAILED, NOW))
                .state())
        .isEqualTo(removed.state());
  }
}
