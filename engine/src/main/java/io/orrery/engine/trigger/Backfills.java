package io.orrery.engine.trigger;

import io.orrery.engine.trigger.Backfill.OnFailure;
import io.orrery.engine.trigger.BackfillEvent.Asked;
import io.orrery.engine.trigger.BackfillEvent.Due;
import io.orrery.engine.trigger.BackfillEvent.Ended;
import io.orrery.engine.trigger.BackfillEvent.Paused;
import io.orrery.engine.trigger.BackfillEvent.Removed;
import io.orrery.engine.trigger.BackfillEvent.Resumed;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.model.flow.TriggerDef.Order;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The machine of a backfill. It touches nothing of the trigger's state but
/// [TriggerState#backfill], so that the live schedule neither moves nor waits.
///
/// Slots are made in the order that was asked for, by the definition in force when they are made;
/// one at a time unless the schedule is concurrent or the backfill says how many. Neither policy
/// nor lateness skips any of them: somebody asked for them. While the trigger is disabled, its
/// backfill waits. What is left of one that is ended early is a line of the ledger.
public final class Backfills {

  private static final String POLICY = "BACKFILL";
  private static final String CANCELLED = "CANCELLED";
  private static final String ON_FAILURE = "ON_FAILURE";

  /// Of a backfill whose executions must be watched and that nothing else limits.
  private static final int WATCHED_MAX = 50;

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
          backfill.isEmpty()
              ? TriggerTransition.to(state)
              : end(Schedules.slots(definition, defaultZone), state, backfill.get(), CANCELLED, at);
      case Ended ended ->
          backfill
              .filter(it -> it.running().contains(ended.execution()))
              .map(it -> ended(Schedules.slots(definition, defaultZone), state, it, ended))
              .orElse(TriggerTransition.to(state));
      case Due due ->
          wants(definition, state)
              ? new Proceeding(definition, defaultZone, state, backfill.orElseThrow(), due).go()
              : TriggerTransition.to(state);
    };
  }

  /// Whether a [Due] would change something.
  public static boolean wants(Schedule definition, TriggerState state) {
    return !state.disabled()
        && state
            .backfill()
            .filter(it -> !it.paused())
            .filter(it -> it.running().size() < concurrentMax(definition, it))
            .isPresent();
  }

  /// The slots that the next [Due] looks at, at most.
  public static List<Instant> next(Schedule definition, ZoneId defaultZone, Backfill backfill) {
    var slots = Schedules.slots(definition, defaultZone);
    var found = new ArrayList<Instant>();
    for (var slot = first(slots, backfill);
        slot.isPresent() && found.size() < Misfires.FIRES_MAX;
        slot = following(slots, backfill, slot.get())) {
      found.add(slot.get());
    }
    return found;
  }

  private static int concurrentMax(Schedule definition, Backfill backfill) {
    int unsaid = !definition.allowConcurrent() ? 1 : watches(backfill) ? WATCHED_MAX : MANY;
    return backfill.options().maxConcurrent().orElse(unsaid);
  }

  private static final int MANY = Integer.MAX_VALUE;

  private static boolean watches(Backfill backfill) {
    return backfill.options().onFailure() != OnFailure.CONTINUE;
  }

  private static TriggerState pausing(TriggerState state, boolean paused, Instant at) {
    return state
        .backfill()
        .filter(it -> it.paused() != paused)
        .map(it -> state.backfilling(Optional.of(it.pausing(paused))).touched(at))
        .orElse(state);
  }

  private static TriggerTransition ended(
      Slots slots, TriggerState state, Backfill backfill, Ended ended) {
    var running = new ArrayList<>(backfill.running());
    running.remove(ended.execution());
    var left = backfill.at(backfill.cursor(), running);
    if (ended.endState() == State.FAILED) {
      switch (backfill.options().onFailure()) {
        case CONTINUE -> {}
        case PAUSE -> left = left.pausing(true);
        case STOP -> {
          return end(slots, state, left, ON_FAILURE, ended.at());
        }
      }
    }
    return TriggerTransition.to(state.backfilling(Optional.of(left)).touched(ended.at()));
  }

  /// What is not made never is, and the ledger says so.
  private static TriggerTransition end(
      Slots slots, TriggerState state, Backfill backfill, String policy, Instant at) {
    var over = state.backfilling(Optional.empty()).touched(at);
    var first = slots.next(backfill.leftFrom().minusNanos(1));
    var last = slots.previous(Pending.behind(backfill.leftTo()));
    if (first.isEmpty() || last.isEmpty() || last.get().isBefore(first.get())) {
      return TriggerTransition.to(over);
    }
    var range =
        new SkipRange(
            state.id(),
            backfill.id(),
            first.get(),
            last.get(),
            slots.count(first.get(), Pending.behind(last.get())),
            Decision.SKIPPED_CANCELLED,
            Cause.BACKFILL,
            policy,
            at);
    return new TriggerTransition(over, List.of(), List.of(range), List.of());
  }

  private static Optional<Instant> first(Slots slots, Backfill backfill) {
    var slot =
        backfill.options().order() == Order.ASC
            ? slots.next(backfill.cursor().minusNanos(1))
            : slots.previous(Pending.behind(backfill.cursor()));
    return within(backfill, slot);
  }

  private static Optional<Instant> following(Slots slots, Backfill backfill, Instant slot) {
    return within(
        backfill,
        backfill.options().order() == Order.ASC ? slots.next(slot) : slots.previous(slot));
  }

  private static Optional<Instant> within(Backfill backfill, Optional<Instant> slot) {
    return slot.filter(it -> !it.isAfter(backfill.end()) && !it.isBefore(backfill.start()));
  }

  /// One step: as many slots as may be made now.
  private static final class Proceeding {
    private final Schedule definition;
    private final TriggerState state;
    private final Backfill backfill;
    private final Due due;
    private final Slots slots;
    private final TriggerVariables variables;
    private final List<Fire> fires = new ArrayList<>();
    private final List<Start> starts = new ArrayList<>();
    private final List<ExecutionId> running;

    Proceeding(Schedule definition, ZoneId zone, TriggerState state, Backfill backfill, Due due) {
      this.definition = definition;
      this.state = state;
      this.backfill = backfill;
      this.due = due;
      slots = Schedules.slots(definition, zone);
      variables = new TriggerVariables(slots, Schedules.zone(definition, zone));
      running = new ArrayList<>(backfill.running());
    }

    TriggerTransition go() {
      int concurrent = concurrentMax(definition, backfill);
      boolean watched = concurrent != MANY;
      var cursor = backfill.cursor();
      var slot = first(slots, backfill);
      int looked = 0;
      while (slot.isPresent()
          && running.size() < concurrent
          && starts.size() < due.max()
          && looked++ < Misfires.FIRES_MAX) {
        if (!due.made().contains(slot.get())) {
          var fire = fire(slot.get());
          fires.add(fire);
          var start = start(fire);
          start.ifPresent(starts::add);
          if (watched) start.map(Start::id).ifPresent(running::add);
        }
        // Slots lie on whole seconds.
        cursor =
            backfill.options().order() == Order.ASC
                ? slot.get().plusSeconds(1)
                : slot.get().minusSeconds(1);
        slot = following(slots, backfill, slot.get());
      }
      boolean over = slot.isEmpty() && running.isEmpty();
      var left = over ? Optional.<Backfill>empty() : Optional.of(backfill.at(cursor, running));
      return new TriggerTransition(
          state.backfilling(left).touched(due.at()), fires, List.of(), starts);
    }

    private Fire fire(Instant slot) {
      var verdict = verdict(slot);
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

    private Optional<Start> start(Fire fire) {
      var failure =
          verdict(fire.slot()) instanceof Verdict.Unable(var reason)
              ? Optional.of(reason)
              : Optional.<String>empty();
      return fire.execution()
          .map(id -> new Start(id, fire.slot(), variables.onTime(fire), failure));
    }

    private Verdict verdict(Instant slot) {
      return due.verdicts().getOrDefault(slot, new Verdict.Holds());
    }
  }
}
