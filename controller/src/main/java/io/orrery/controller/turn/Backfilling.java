package io.orrery.controller.turn;

import io.orrery.controller.Orchestrator.BackfillChange;
import io.orrery.controller.Orchestrator.BackfillPreview;
import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.Refused.Reason;
import io.orrery.controller.flow.Flows;
import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.BackfillEvent;
import io.orrery.engine.trigger.Backfills;
import io.orrery.engine.trigger.Schedules;
import io.orrery.engine.trigger.Start;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.Triggers;
import io.orrery.model.flow.InputType;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.TriggerId;
import io.orrery.store.vnode.VnodeStore;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The backfills of a loop's schedules: what people ask of them, and their going on, a command of
/// its own each time. Used by the loop's thread alone.
final class Backfilling {

  private static final Logger log = LoggerFactory.getLogger(Backfilling.class);

  private final Triggering triggering;
  private final Flows flows;
  private final ZoneId defaultZone;
  private final Outside outside;
  private final Mailbox mailbox;

  /// What conditions are being judged for.
  private record Asked(Schedule schedule, Backfill backfill) {}

  private final Map<TriggerId, Asked> judging = new HashMap<>();
  private final Timers timers;
  private final VnodeStore store;
  private final Pacing pacing;

  /// Of backfills that say how many a minute.
  private final Map<String, Bucket> rates = new HashMap<>();

  Backfilling(FlowTriggering.Tools tools, Triggering triggering, Pacing pacing) {
    timers = tools.timers();
    store = tools.store();
    this.pacing = pacing;
    this.triggering = triggering;
    flows = tools.flows();
    defaultZone = tools.zone();
    outside = tools.outside();
    mailbox = tools.mailbox();
  }

  /// @throws Refused when the schedule is not there, or its backfill is not as it must be
  TriggerState change(Turn turn, TriggerId id, BackfillChange change) {
    var schedule = triggering.schedule(id);
    var state = triggering.state(turn, id);
    if (schedule.isEmpty() || state.isEmpty()) {
      throw new Refused(Reason.NOT_FOUND, "there is no schedule " + id);
    }
    var event =
        switch (change) {
          case BackfillChange.Begin begin ->
              new BackfillEvent.Asked(begun(turn, id, state.get(), begin), turn.now);
          case BackfillChange.Pause _ -> new BackfillEvent.Paused(turn.now);
          case BackfillChange.Unpause _ -> new BackfillEvent.Resumed(turn.now);
          case BackfillChange.Remove _ -> new BackfillEvent.Removed(turn.now);
        };
    if (!(event instanceof BackfillEvent.Asked) && state.get().backfill().isEmpty()) {
      throw new Refused(Reason.CONFLICT, "trigger " + id + " has no backfill");
    }
    decide(turn, schedule.get(), state.get(), event);
    return triggering.state(turn, id).orElseThrow();
  }

  private Backfill begun(Turn turn, TriggerId id, TriggerState state, BackfillChange.Begin begin) {
    if (state.backfill().isPresent()) {
      throw new Refused(Reason.CONFLICT, "trigger " + id + " has a backfill already");
    }
    check(turn, id, begin);
    return asked(turn, begin);
  }

  private void check(Turn turn, TriggerId id, BackfillChange.Begin begin) {
    var end = begin.end().orElse(turn.now);
    if (begin.start().isAfter(end) || begin.start().isAfter(turn.now)) {
      throw new Refused(
          Reason.INVALID, "a backfill must start before its end, and not in the future");
    }
    refuseSecrets(id, begin.inputs());
  }

  private static Backfill asked(Turn turn, BackfillChange.Begin begin) {
    return Backfill.asked(
        begin.id(),
        begin.start(),
        begin.end().orElse(turn.now),
        begin.paused(),
        begin.inputs(),
        begin.labels(),
        begin.options(),
        turn.now);
  }

  /// What it would make.
  ///
  /// @throws Refused when the schedule is not there, or the backfill is not as it must be
  BackfillPreview preview(Turn turn, TriggerId id, BackfillChange.Begin begin) {
    var schedule =
        triggering
            .schedule(id)
            .orElseThrow(() -> new Refused(Reason.NOT_FOUND, "there is no schedule " + id));
    check(turn, id, begin);
    var backfill = asked(turn, begin);
    var slots = Schedules.slots(schedule, defaultZone);
    var behind = backfill.end().plusNanos(1);
    var fired =
        switch (backfill.options().mode()) {
          case ALL -> Set.<Instant>of();
          case MISSING_ONLY -> store.fired(id, backfill.start(), backfill.end());
        };
    long made = fired.stream().filter(slot -> slots.weight(slot) > 0).count();
    var first = slots.next(backfill.start().minusNanos(1)).filter(slot -> slot.isBefore(behind));
    while (first.filter(fired::contains).isPresent()) {
      first = slots.next(first.get()).filter(slot -> slot.isBefore(behind));
    }
    var last = slots.previous(behind).filter(slot -> !slot.isBefore(backfill.start()));
    while (last.filter(fired::contains).isPresent()) {
      last = slots.previous(last.get()).filter(slot -> !slot.isBefore(backfill.start()));
    }
    return new BackfillPreview(slots.count(backfill.start(), behind) - made, first, last);
  }

  /// Inputs of a backfill are kept as they were given until its executions read them.
  private void refuseSecrets(TriggerId id, Map<String, Object> given) {
    var inputs =
        flows
            .current(id.flow())
            .flatMap(Flows.Known::plan)
            .map(plan -> plan.flow().inputs())
            .orElse(List.of());
    for (var input : inputs) {
      var value = given.get(input.id());
      if (input.type() == InputType.SECRET
          && value != null
          && !(value instanceof String text && text.contains("{{"))) {
        throw new Refused(
            Reason.INVALID,
            "input '%s' is a secret: give it as \"{{ secret('NAME') }}\"".formatted(input.id()));
      }
    }
  }

  /// It may go on: what its conditions allow is made, or they are judged first.
  void due(Turn turn, TriggerId id) {
    var schedule = triggering.schedule(id);
    var state = triggering.state(turn, id);
    if (schedule.isEmpty()
        || state.isEmpty()
        || judging.containsKey(id)
        || !Backfills.wants(schedule.get(), state.get())) {
      return;
    }
    var backfill = state.get().backfill().orElseThrow();
    int max = allowed(backfill);
    if (max == 0) {
      var wait = rate(backfill).readyAt().minus(pacing.elapsed().get());
      var at = turn.now.plus(wait.isNegative() ? Duration.ZERO : wait);
      turn.act(() -> timers.arm(at, new Command.BackfillDue(id)));
      return;
    }
    try {
      var made = made(schedule.get(), id, backfill);
      step(
          turn,
          id,
          schedule.get(),
          state.get(),
          new BackfillEvent.Due(turn.now, Map.of(), made, max));
    } catch (StoreUnavailable e) {
      log.warn("the backfill of trigger {} cannot read the ledger; trying again", id, e);
      turn.act(() -> timers.arm(turn.now.plus(Triggering.READ_AGAIN), new Command.BackfillDue(id)));
    }
  }

  private void step(
      Turn turn, TriggerId id, Schedule schedule, TriggerState state, BackfillEvent.Due due) {
    var plan = flows.current(id.flow()).flatMap(Flows.Known::plan);
    if (!Triggers.judgedFirst(schedule) || plan.isEmpty()) {
      decide(turn, schedule, state, due);
      return;
    }
    var slots = new LinkedHashMap<Instant, Map<String, Object>>();
    for (Start start : Backfills.decide(schedule, defaultZone, state, due).starts()) {
      slots.put(start.slot(), start.variables());
    }
    judging.put(id, new Asked(schedule, state.backfill().orElseThrow()));
    turn.act(
        () ->
            outside.judge(
                new Outside.OfSlots(plan.get(), schedule, slots),
                verdicts -> mailbox.post(new Command.BackfillJudged(id, due, verdicts))));
  }

  private Set<Instant> made(Schedule schedule, TriggerId id, Backfill backfill) {
    return switch (backfill.options().mode()) {
      case ALL -> Set.of();
      case MISSING_ONLY -> {
        var next = Backfills.next(schedule, defaultZone, backfill);
        yield next.isEmpty()
            ? Set.of()
            : store.fired(id, Collections.min(next), Collections.max(next));
      }
    };
  }

  private int allowed(Backfill backfill) {
    return backfill.options().maxPerMinute().isEmpty()
        ? Integer.MAX_VALUE
        : rate(backfill).available(pacing.elapsed().get());
  }

  private Bucket rate(Backfill backfill) {
    return rates.computeIfAbsent(
        backfill.id(),
        _ -> new Bucket(backfill.options().maxPerMinute().orElseThrow(), Duration.ofMinutes(1)));
  }

  /// The answer. What has changed meanwhile is asked for anew.
  void judged(Turn turn, Command.BackfillJudged answer) {
    var id = answer.trigger();
    var asked = judging.remove(id);
    var schedule = triggering.schedule(id);
    var state = triggering.state(turn, id);
    if (asked == null || schedule.isEmpty() || state.isEmpty()) {
      return;
    }
    boolean same =
        asked.schedule().equals(schedule.get())
            && state.get().backfill().filter(asked.backfill()::equals).isPresent();
    if (same) {
      var due = answer.asked();
      decide(
          turn,
          schedule.get(),
          state.get(),
          new BackfillEvent.Due(turn.now, answer.verdicts(), due.made(), due.max()));
    } else {
      turn.act(() -> mailbox.post(new Command.BackfillDue(id)));
    }
  }

  private void decide(Turn turn, Schedule schedule, TriggerState state, BackfillEvent event) {
    var transition = Backfills.decide(schedule, defaultZone, state, event);
    triggering.keep(turn, schedule, state, transition, state.backfill());
    state
        .backfill()
        .filter(it -> it.options().maxPerMinute().isPresent())
        .ifPresent(it -> rate(it).take(transition.starts().size(), pacing.elapsed().get()));
    if (transition.state().backfill().isEmpty()) {
      state.backfill().ifPresent(it -> rates.remove(it.id()));
    }
    boolean more =
        event instanceof BackfillEvent.Due && Backfills.wants(schedule, transition.state());
    if (more) {
      turn.act(() -> mailbox.post(new Command.BackfillDue(state.id())));
    }
  }
}
