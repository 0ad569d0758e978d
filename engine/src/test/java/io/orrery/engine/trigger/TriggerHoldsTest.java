package io.orrery.engine.trigger;

import static io.orrery.engine.trigger.Sample.cron;
import static io.orrery.engine.trigger.Sample.due;
import static io.orrery.engine.trigger.Sample.slotsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.engine.trigger.TriggerEvent.Disabled;
import io.orrery.engine.trigger.TriggerEvent.Enabled;
import io.orrery.engine.trigger.TriggerEvent.HolderEnded;
import io.orrery.engine.trigger.TriggerEvent.Redefined;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Living executions, edits and disabling: what keeps a slot waiting.
class TriggerHoldsTest {

  private static final Sample SINGLE = cron("0 * * * *").oneAtATime();

  @Test
  void while_an_execution_lives_due_slots_wait() {
    var held = heldSince11(SINGLE);
    assertThat(held.holder()).isPresent();
    assertThat(Triggers.wakeAt(held)).isEmpty();
    assertThat(SINGLE.decide(held, due("2025-06-01T13:00:00Z", Cause.ON_TIME)))
        .isEqualTo(TriggerTransition.to(held));
  }

  @Test
  void when_it_ends_all_fires_what_waited_one_at_a_time() {
    var held = heldSince11(SINGLE);
    var first = SINGLE.decide(held, ended(held, "2025-06-01T13:10:00Z"));
    assertThat(slotsOf(first)).containsExactly("2025-06-01T12:00:00Z");
    assertThat(first.fires().getFirst().cause()).isEqualTo(Cause.LOCKED);
    var second = SINGLE.decide(first.state(), ended(first.state(), "2025-06-01T13:20:00Z"));
    assertThat(slotsOf(second)).containsExactly("2025-06-01T13:00:00Z");
    var third = SINGLE.decide(second.state(), ended(second.state(), "2025-06-01T13:30:00Z"));
    assertThat(third.fires()).isEmpty();
    assertThat(Triggers.wakeAt(third.state())).contains(Instant.parse("2025-06-01T14:00:00Z"));
  }

  @Test
  void when_it_ends_last_fires_the_newest_and_none_nothing_late() {
    var last = SINGLE.recover(Recover.LAST);
    var held = heldSince11(last);
    var newest = last.decide(held, ended(held, "2025-06-01T13:10:00Z"));
    assertThat(slotsOf(newest)).containsExactly("2025-06-01T13:00:00Z");
    assertThat(newest.fires().getFirst().coalesced()).isEqualTo(2);

    var none = SINGLE.recover(Recover.NONE);
    var released = none.decide(held, ended(held, "2025-06-01T13:10:00Z"));
    assertThat(released.fires()).isEmpty();
    assertThat(released.skips().getFirst().cause()).isEqualTo(Cause.LOCKED);
    assertThat(released.skips().getFirst().count()).isEqualTo(2);
  }

  @Test
  void the_end_of_another_execution_releases_nothing() {
    var held = heldSince11(SINGLE);
    var other =
        new HolderEnded(new ExecutionId("other"), State.SUCCESS, at("2025-06-01T13:10:00Z"));
    assertThat(SINGLE.decide(held, other)).isEqualTo(TriggerTransition.to(held));
  }

  @Test
  void a_disabled_trigger_fires_nothing_and_one_line_says_what_passed() {
    var hourly = cron("0 * * * *");
    var disabled = disabledAt1030(hourly);
    assertThat(disabled.stopReason()).contains("maintenance");
    assertThat(Triggers.wakeAt(disabled)).isEmpty();
    assertThat(hourly.decide(disabled, due("2025-06-01T12:00:00Z", Cause.ON_TIME)).fires())
        .isEmpty();

    var enabled = hourly.decide(disabled, enabled("2025-06-01T14:30:00Z", Recover.NONE));
    assertThat(enabled.fires()).isEmpty();
    assertThat(enabled.skips())
        .singleElement()
        .satisfies(
            range -> {
              assertThat(range.count()).isEqualTo(4);
              assertThat(range.decision()).isEqualTo(Decision.SKIPPED_DISABLED);
              assertThat(range.cause()).isEqualTo(Cause.DISABLED);
            });
    assertThat(enabled.state().disabled()).isFalse();
    assertThat(enabled.state().stopReason()).isEmpty();
    assertThat(enabled.state().nextSlot()).contains(at("2025-06-01T15:00:00Z"));
  }

  @Test
  void enabling_can_recover_the_newest_slot_or_all() {
    var hourly = cron("0 * * * *").recover(Recover.NONE);
    var last = hourly.decide(disabledAt1030(hourly), enabled("2025-06-01T14:30:00Z", Recover.LAST));
    assertThat(slotsOf(last)).containsExactly("2025-06-01T14:00:00Z");
    assertThat(last.fires().getFirst().policy()).isEqualTo("LAST");

    var all = cron("0 * * * *");
    var each = all.decide(disabledAt1030(all), enabled("2025-06-01T14:30:00Z", Recover.ALL));
    assertThat(each.fires()).isEmpty(); // recovery has a rate: they are owed
    var owed = all.decide(each.state(), due("2025-06-01T14:30:00Z", Cause.ON_TIME));
    assertThat(owed.fires()).hasSize(4).allMatch(fire -> fire.cause() == Cause.DISABLED);
  }

  @Test
  void what_its_text_disables_only_another_text_enables() {
    var off = cron("0 * * * *").disabledByText();
    var state = off.definedAt("2025-06-01T10:30:00Z");
    assertThat(state.disabled()).isTrue();
    assertThat(off.decide(state, enabled("2025-06-01T12:30:00Z", Recover.ALL)).state())
        .isEqualTo(state);

    var on = cron("0 * * * *");
    var edited = on.decide(state, new Redefined(2, off.schedule(), at("2025-06-01T12:30:00Z")));
    assertThat(edited.state().disabled()).isFalse();
    assertThat(edited.skips().getFirst().count()).isEqualTo(2);
    assertThat(edited.state().nextSlot()).contains(at("2025-06-01T13:00:00Z"));
  }

  @Test
  void an_edit_keeps_a_trigger_stopped_that_was_stopped_by_hand() {
    var hourly = cron("0 * * * *");
    var daily = cron("0 0 * * *");
    var edited =
        daily.decide(
            disabledAt1030(hourly),
            new Redefined(2, hourly.schedule(), at("2025-06-01T12:30:00Z")));
    assertThat(edited.state().disabled()).isTrue();
    assertThat(edited.state().stopReason()).contains("maintenance");
    assertThat(edited.state().revision()).isEqualTo(2);
  }

  @Test
  void an_edit_replays_nothing_of_the_past() {
    var daily = cron("0 0 * * *");
    var often = cron("*/5 * * * *");
    var state = daily.definedAt("2025-06-01T10:32:00Z");
    var edited =
        often.decide(state, new Redefined(2, daily.schedule(), at("2025-06-01T20:32:00Z")));
    assertThat(edited.fires()).isEmpty();
    assertThat(edited.state().nextSlot()).contains(at("2025-06-01T20:35:00Z"));
    assertThat(edited.state().revision()).isEqualTo(2);
  }

  @Test
  void an_edit_first_fires_what_is_due_of_the_former_definition() {
    var hourly = cron("0 * * * *");
    var daily = cron("30 0 * * *");
    var state = hourly.definedAt("2025-06-01T10:30:00Z");
    var edited =
        daily.decide(state, new Redefined(2, hourly.schedule(), at("2025-06-01T11:00:02Z")));
    assertThat(slotsOf(edited)).containsExactly("2025-06-01T11:00:00Z");
    assertThat(edited.state().nextSlot()).contains(at("2025-06-02T00:30:00Z"));
    assertThat(edited.state().revision()).isEqualTo(2);
  }

  @Test
  void what_an_edit_finds_waiting_stays_owed_until_it_can_be_decided() {
    var held = heldSince11(SINGLE);
    var often = cron("*/20 * * * *").oneAtATime();
    var editedAt = at("2025-06-01T12:30:00Z");
    var edited = often.decide(held, new Redefined(2, SINGLE.schedule(), editedAt));
    assertThat(edited.fires()).isEmpty();
    assertThat(edited.state().revision()).isEqualTo(1);

    var former = Optional.of(new Former(SINGLE.schedule(), 2, editedAt));
    var first =
        Triggers.decide(
            often.schedule(),
            Sample.UTC,
            former,
            edited.state(),
            ended(edited.state(), "2025-06-01T13:10:00Z"));
    assertThat(slotsOf(first)).containsExactly("2025-06-01T12:00:00Z");
    assertThat(first.state().revision()).isEqualTo(2);
    assertThat(first.state().nextSlot()).contains(at("2025-06-01T12:40:00Z"));
  }

  @Test
  void an_edit_that_allows_concurrency_lets_the_waiting_go() {
    var held = heldSince11(SINGLE);
    var free = cron("0 * * * *");
    var edited = free.decide(held, new Redefined(2, SINGLE.schedule(), at("2025-06-01T13:30:00Z")));
    assertThat(slotsOf(edited)).containsExactly("2025-06-01T12:00:00Z", "2025-06-01T13:00:00Z");
    assertThat(edited.state().holder()).isEmpty();
    assertThat(edited.state().revision()).isEqualTo(2);
  }

  private static TriggerState heldSince11(Sample sample) {
    var state = sample.definedAt("2025-06-01T10:30:00Z");
    return sample.decide(state, due("2025-06-01T11:00:00Z", Cause.ON_TIME)).state();
  }

  private static TriggerState disabledAt1030(Sample sample) {
    var state = sample.definedAt("2025-06-01T10:00:00Z");
    return sample.decide(state, new Disabled("maintenance", at("2025-06-01T10:30:00Z"))).state();
  }

  private static TriggerEvent ended(TriggerState state, String at) {
    return new HolderEnded(state.holder().orElseThrow(), State.SUCCESS, at(at));
  }

  private static TriggerEvent enabled(String at, Recover recover) {
    return new Enabled(at(at), recover);
  }

  private static Instant at(String text) {
    return Instant.parse(text);
  }
}
