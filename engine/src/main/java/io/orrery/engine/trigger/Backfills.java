package io.orrery.engine.trigger;

import io.orrery.engine.trigger.BackfillEvent.Asked;
import io.orrery.engine.trigger.BackfillEvent.Due;
import io.orrery.engine.trigger.BackfillEvent.Ended;
import io.orrery.engine.trigger.BackfillEvent.Paused;
import io.orrery.engine.trigger.BackfillEvent.Removed;
import io.orrery.engine.trigger.BackfillEvent.Resumed;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.ExecutionId;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The machine of a backfill. It touches nothing of the trigger's state but
/// [TriggerState#backfill], so that the live schedule neither moves nor waits.
///
/// Slots are made oldest first, by the definition in force when they are made; one at a time unless
/// the schedule is concurrent. Neither policy nor lateness skips any of them: somebody asked for
/// them. While the trigger is disabled, its backfill waits.
public final class Backfills {

  private static final String POLICY = "BACKFILL";

  private Backfills() {}

  /// What an event means. Slots are decided by [Due] alone.
  public static TriggerTransition decide(
      Schedule definition, ZoneId defaultZone, TriggerState state, BackfillEvent event) {
    var backfill = state.backfill();
    return switch (event) {
      case Asked(var asked, var at) ->
          backfill.isPresent()
              ? TriggerTransition.to(state)
              : TriggerTransition.to(state.backfilling(Optional.of(asked)).touched(at));
      case Paused(var at) -> TriggerTransition.to(pausing(state, true, at));
      case Resumed(var at) -> TriggerTransition.to(pausing(state, false, at));
      case Removed(var at) ->
          TriggerTransition.to(
              backfill.isEmpty() ? state : state.backfilling(Optional.empty()).touched(at));
      case Ended(var execution, var at) ->
          TriggerTransition.to(
              backfill
                  .filter(it -> it.holder().equals(Optional.of(execution)))
                  .map(it -> it.at(it.cursor(), Optional.empty()))
                  .map(it -> state.backfilling(Optional.of(it)).touched(at))
                  .orElse(state));
      case Due due ->
          wants(definition, state)
              ? proceed(definition, defaultZone, state, backfill.orElseThrow(), due)
              : TriggerTransition.to(state);
    };
  }

  /// Whether a [Due] would change something.
  public static boolean wants(Schedule definition, TriggerState state) {
    return !state.disabled()
        && state
            .backfill()
            .filter(it -> !it.paused())
            .filter(it -> it.holder().isEmpty() || definition.allowConcurrent())
            .isPresent();
  }

  private static TriggerState pausing(TriggerState state, boolean paused, Instant at) {
    return state
        .backfill()
        .filter(it -> it.paused() != paused)
        .map(it -> state.backfilling(Optional.of(it.pausing(paused))).touched(at))
        .orElse(state);
  }

  private static TriggerTransition proceed(
      Schedule definition, ZoneId defaultZone, TriggerState state, Backfill backfill, Due due) {
    var slots = Schedules.slots(definition, defaultZone);
    var variables = new TriggerVariables(slots, Schedules.zone(definition, defaultZone));
    var fires = new ArrayList<Fire>();
    var starts = new ArrayList<Start>();
    var cursor = backfill.cursor();
    Optional<ExecutionId> holder = Optional.empty();
    var slot = upTo(backfill, slots.next(cursor.minusNanos(1)));
    while (slot.isPresent() && holder.isEmpty() && fires.size() < Misfires.FIRES_MAX) {
      var fire = fire(state, backfill, slot.get(), due);
      fires.add(fire);
      var start = start(fire, variables, due);
      start.ifPresent(starts::add);
      if (!definition.allowConcurrent()) holder = start.map(Start::id);
      cursor = slot.get().plusSeconds(1); // slots lie on whole seconds
      slot = upTo(backfill, slots.next(slot.get()));
    }
    boolean over = slot.isEmpty() && holder.isEmpty();
    var left = over ? Optional.<Backfill>empty() : Optional.of(backfill.at(cursor, holder));
    return new TriggerTransition(
        state.backfilling(left).touched(due.at()), fires, List.of(), starts);
  }

  private static Optional<Instant> upTo(Backfill backfill, Optional<Instant> slot) {
    return slot.filter(it -> !it.isAfter(backfill.end()));
  }

  private static Fire fire(TriggerState state, Backfill backfill, Instant slot, Due due) {
    var verdict = verdict(slot, due);
    var id = Triggers.executionId(state.id(), backfill.id(), slot);
    return new Fire(
        state.id(),
        backfill.id(),
        slot,
        switch (verdict) {
          case Verdict.Holds _ -> Decision.FIRED;
          case Verdict.Fails _ -> Decision.SKIPPED_CONDITION;
          case Verdict.Unable _ -> Decision.EVALUATION_FAILED;
        },
        Cause.BACKFILL,
        POLICY,
        Duration.between(slot, due.at()).toMillis(),
        1,
        verdict instanceof Verdict.Fails ? Optional.empty() : Optional.of(id),
        due.at());
  }

  private static Optional<Start> start(Fire fire, TriggerVariables variables, Due due) {
    var failure =
        verdict(fire.slot(), due) instanceof Verdict.Unable(var reason)
            ? Optional.of(reason)
            : Optional.<String>empty();
    return fire.execution().map(id -> new Start(id, fire.slot(), variables.onTime(fire), failure));
  }

  private static Verdict verdict(Instant slot, Due due) {
    return due.verdicts().getOrDefault(slot, new Verdict.Holds());
  }
}
