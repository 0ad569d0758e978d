package io.orrery.simulation;

import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Moments;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TriggerId;
import io.orrery.store.vnode.Changes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Each slot of a schedule has exactly one line of the ledger, and each line that fired exactly one
/// execution. The slots are worked out here anew: the schedules of a simulation are due every few
/// seconds, counted from the minute.
final class LedgerRules {

  private record Decided(Instant from, Instant to, Optional<Fire> fire) {}

  private final Tables tables;
  private final Map<TriggerId, Duration> periods = new HashMap<>();
  private final Map<TriggerId, Instant> decidedUntil = new HashMap<>();
  private final Map<TriggerId, Instant> enabledAt = new HashMap<>();
  private final Map<String, Instant> lanes = new HashMap<>();

  LedgerRules(Tables tables) {
    this.tables = tables;
  }

  void know(List<Flow> flows) {
    for (var flow : flows) {
      for (var trigger : flow.triggers()) {
        if (trigger instanceof TriggerDef.Schedule schedule
            && schedule.moments() instanceof Moments.OfCron cron) {
          var seconds = cron.text().substring("*/".length(), cron.text().indexOf(' '));
          periods.put(
              new TriggerId(flow.key(), schedule.id()),
              Duration.ofSeconds(Long.parseLong(seconds)));
        }
      }
    }
  }

  void committing(Changes changes) {
    var news = new HashMap<TriggerId, List<Decided>>();
    var made = made(changes);
    for (var fire : changes.fires()) {
      if (!fire.lane().equals(Fire.SCHEDULE_LANE)) {
        backfilled(fire, made);
        continue;
      }
      news.computeIfAbsent(fire.trigger(), _ -> new ArrayList<>())
          .add(new Decided(fire.slot(), fire.slot(), Optional.of(fire)));
    }
    for (var skip : changes.skips()) {
      var period = period(skip.trigger());
      long slots = 1 + Duration.between(skip.from(), skip.to()).dividedBy(period);
      if (slots != skip.count()) {
        throw new Violation("%s stands for %d slots, not %d".formatted(skip, slots, skip.count()));
      }
      if (!skip.lane().equals(Fire.SCHEDULE_LANE)) {
        goesOn(skip.lane(), skip.trigger(), skip.from(), skip.to());
        continue;
      }
      news.computeIfAbsent(skip.trigger(), _ -> new ArrayList<>())
          .add(new Decided(skip.from(), skip.to(), Optional.empty()));
    }
    news.forEach(
        (trigger, decided) -> {
          decided.sort(Comparator.comparing(Decided::from));
          for (var each : decided) {
            follows(trigger, each);
            each.fire().ifPresent(fire -> hasExecution(fire, made));
            each.fire().ifPresent(this::wasOn);
          }
        });
    for (var state : changes.triggers()) {
      keepsHold(state, changes);
      var until = decidedUntil.get(state.id());
      var next = state.nextSlot();
      if (until != null && next.isPresent() && !next.get().equals(until.plus(period(state.id())))) {
        throw new Violation(
            "trigger %s has decided until %s, and its next slot is %s"
                .formatted(state.id(), until, next.get()));
      }
    }
    if (!made.isEmpty()) {
      throw new Violation("executions of a schedule without a line of the ledger: " + made);
    }
  }

  /// A living execution is let go of by nothing but its end; what passed while a schedule was off
  /// never fires.
  private void keepsHold(TriggerState now, Changes changes) {
    var old = tables.triggers.get(now.id());
    if (old == null) {
      return;
    }
    if (old.disabled() && !now.disabled()) {
      enabledAt.put(now.id(), now.updatedAt());
    }
    var held = old.holder().filter(id -> !now.holder().equals(Optional.of(id)));
    if (held.isPresent() && livesAfter(held.get(), changes)) {
      throw new Violation(
          "trigger %s waited for %s, which lives, and waits for %s"
              .formatted(now.id(), held.get(), now.holder()));
    }
  }

  private boolean livesAfter(ExecutionId id, Changes changes) {
    for (var write : changes.executions()) {
      if (write.record().id().equals(id)) {
        // It may have ended and begun again in one commit.
        return !write.record().state().terminal()
            && tables
                .execution(id)
                .filter(
                    before ->
                        write.record().history().since(before.history()).stream()
                            .noneMatch(it -> it.state().terminal()))
                .isPresent();
      }
    }
    return !changes.removedExecutions().contains(id)
        && tables.execution(id).filter(it -> !it.state().terminal()).isPresent();
  }

  /// A backfill makes its slots one after the other, each with its execution.
  private void backfilled(Fire fire, Map<ExecutionId, TriggerId> made) {
    goesOn(fire.lane(), fire.trigger(), fire.slot(), fire.slot());
    hasExecution(fire, made);
  }

  /// What a backfill decides next follows upon what it decided last, also when it is cancelled and
  /// one line says what it did not make.
  private void goesOn(String lane, TriggerId trigger, Instant from, Instant to) {
    var until = lanes.put(lane, to);
    if (until != null && !from.equals(until.plus(period(trigger)))) {
      throw new Violation(
          "the backfill %s of %s goes on at %s after %s".formatted(lane, trigger, from, until));
    }
  }

  private void wasOn(Fire fire) {
    var since = enabledAt.get(fire.trigger());
    if (since != null && fire.slot().isBefore(since)) {
      throw new Violation("its schedule was off until " + since + ": " + fire);
    }
  }

  private void follows(TriggerId trigger, Decided each) {
    var until = decidedUntil.put(trigger, each.to());
    if (until != null && !each.from().equals(until.plus(period(trigger)))) {
      throw new Violation(
          "the ledger of %s goes on at %s after %s".formatted(trigger, each.from(), until));
    }
  }

  /// New executions that say a schedule made them, but for those that repeat another one.
  private Map<ExecutionId, TriggerId> made(Changes changes) {
    var made = new HashMap<ExecutionId, TriggerId>();
    for (var write : changes.executions()) {
      var fixed = write.record().fixed();
      if (write.isNew() && fixed.parentId().isEmpty() && fixed.trigger().isPresent()) {
        var id = new TriggerId(fixed.flow(), fixed.trigger().get().id());
        if (periods.containsKey(id)) {
          made.put(write.record().id(), id);
        }
      }
    }
    return made;
  }

  private static void hasExecution(Fire fire, Map<ExecutionId, TriggerId> made) {
    boolean fired = fire.decision() == Decision.FIRED;
    if (fired != fire.execution().isPresent()) {
      throw new Violation("a line of the ledger that is half a fire: " + fire);
    }
    if (fired && !fire.trigger().equals(made.remove(fire.execution().orElseThrow()))) {
      throw new Violation("a fire whose execution is not made in the same commit: " + fire);
    }
  }

  private Duration period(TriggerId trigger) {
    var period = periods.get(trigger);
    if (period == null) {
      throw new Violation("there is no trigger " + trigger);
    }
    return period;
  }

  /// A trigger waits for a living execution, or for none.
  void check() {
    for (var state : tables.triggers.values()) {
      state.holder().ifPresent(holder -> alive(state, holder));
      state.backfill().flatMap(Backfill::holder).ifPresent(holder -> alive(state, holder));
    }
  }

  private void alive(TriggerState state, ExecutionId id) {
    var holder = tables.execution(id);
    if (holder.isEmpty() || holder.get().state().terminal()) {
      throw new Violation(
          "trigger %s waits for execution %s, which is %s"
              .formatted(state.id(), id, holder.map(it -> it.state().name()).orElse("gone")));
    }
  }

  /// When all is quiet, what is due was decided.
  ///
  /// @param latest slots before it must have been decided
  void checkOnTime(Instant latest) {
    var known = new HashSet<>(periods.keySet());
    for (var state : tables.triggers.values()) {
      known.remove(state.id());
      if (!state.disabled()
          && state.backfill().filter(it -> !it.paused() && it.holder().isEmpty()).isPresent()) {
        throw new Violation("the backfill of " + state + " neither goes on nor waits");
      }
      if (!state.disabled()
          && state.holder().isEmpty()
          && state.nextSlot().filter(slot -> slot.isBefore(latest)).isPresent()) {
        throw new Violation("trigger " + state + " is not disabled, not held, and late");
      }
    }
    if (!known.isEmpty()) {
      throw new Violation("schedules without a state: " + known);
    }
  }
}
