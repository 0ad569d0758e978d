package io.orrery.server.fake;

import io.orrery.controller.Orchestrator.BackfillChange;
import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.Refused.Reason;
import io.orrery.controller.Orchestrator.TriggerChange;
import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.store.query.Page;
import io.orrery.store.query.PageRequest;
import io.orrery.store.query.TriggerQueries;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// Trigger states.
public final class MemoryTriggers implements TriggerQueries {
  private final CopyOnWriteArrayList<TriggerState> states = new CopyOnWriteArrayList<>();

  public void add(TriggerState state) {
    states.add(state);
  }

  public boolean disable(TriggerId id, boolean disabled) {
    for (int i = 0; i < states.size(); i++) {
      var state = states.get(i);
      if (state.id().equals(id)) {
        states.set(
            i,
            new TriggerState(
                id,
                state.revision(),
                state.nextSlot(),
                state.lastSlot(),
                state.lastFiredAt(),
                state.holder(),
                disabled,
                state.stopReason(),
                state.tzdata(),
                state.updatedAt()));
        return true;
      }
    }
    return false;
  }

  /// Remembers what was asked; nothing goes on.
  public TriggerState backfill(TriggerId id, BackfillChange change) {
    for (int i = 0; i < states.size(); i++) {
      var state = states.get(i);
      if (state.id().equals(id)) {
        if (!(change instanceof BackfillChange.Begin) && state.backfill().isEmpty()) {
          throw new Refused(Reason.CONFLICT, "no backfill");
        }
        var now = with(state, changed(state.backfill(), change));
        states.set(i, now);
        return now;
      }
    }
    throw new Refused(Reason.NOT_FOUND, "no trigger");
  }

  /// Whatever is done, nothing is waited for after it.
  public TriggerState change(TriggerId id, TriggerChange change) {
    for (int i = 0; i < states.size(); i++) {
      var state = states.get(i);
      if (state.id().equals(id)) {
        if (change instanceof TriggerChange.Unlock && state.holder().isEmpty()) {
          throw new Refused(Reason.CONFLICT, "trigger " + id + " is not locked");
        }
        var now =
            new TriggerState(
                id,
                state.revision(),
                state.nextSlot(),
                state.lastSlot(),
                change instanceof TriggerChange.Reset ? Optional.empty() : state.lastFiredAt(),
                Optional.empty(),
                state.disabled(),
                state.stopReason(),
                state.tzdata(),
                state.updatedAt(),
                state.backfill());
        states.set(i, now);
        return now;
      }
    }
    throw new Refused(Reason.NOT_FOUND, "there is no trigger " + id);
  }

  private static Optional<Backfill> changed(Optional<Backfill> backfill, BackfillChange change) {
    return switch (change) {
      case BackfillChange.Begin(
              var id,
              var start,
              var end,
              var paused,
              var inputs,
              var labels,
              var options) ->
          Optional.of(
              new Backfill(
                  id, start, end.orElse(start), start, paused, inputs, labels, options, List.of()));
      case BackfillChange.Pause _ -> backfill.map(it -> paused(it, true));
      case BackfillChange.Unpause _ -> backfill.map(it -> paused(it, false));
      case BackfillChange.Remove _ -> Optional.empty();
    };
  }

  private static Backfill paused(Backfill it, boolean paused) {
    return new Backfill(
        it.id(),
        it.start(),
        it.end(),
        it.cursor(),
        paused,
        it.inputs(),
        it.labels(),
        it.options(),
        it.running());
  }

  private static TriggerState with(TriggerState state, Optional<Backfill> backfill) {
    return new TriggerState(
        state.id(),
        state.revision(),
        state.nextSlot(),
        state.lastSlot(),
        state.lastFiredAt(),
        state.holder(),
        state.disabled(),
        state.stopReason(),
        state.tzdata(),
        state.updatedAt(),
        backfill);
  }

  @Override
  public Page<TriggerState> search(
      Optional<String> text,
      Optional<String> namespace,
      Optional<String> flowId,
      PageRequest page) {
    var all =
        states.stream()
            .filter(state -> text.map(state.id().toString()::contains).orElse(true))
            .filter(state -> Memory.isWithin(namespace, state.id().flow().namespace()))
            .filter(state -> flowId.map(state.id().flow().id()::equals).orElse(true))
            .toList();
    return Memory.page(all, page);
  }

  @Override
  public Optional<TriggerState> find(TriggerId trigger) {
    return states.stream().filter(state -> state.id().equals(trigger)).findFirst();
  }

  @Override
  public Page<TriggerState> ofFlow(FlowId flow, Optional<String> text, PageRequest page) {
    var all =
        states.stream()
            .filter(state -> state.id().flow().equals(flow))
            .filter(state -> text.map(state.id().id()::contains).orElse(true))
            .toList();
    return Memory.page(all, page);
  }

  @Override
  public List<Fire> fires(TriggerId trigger, Instant from, Instant to) {
    return List.of();
  }

  @Override
  public List<SkipRange> skips(TriggerId trigger, Instant from, Instant to) {
    return List.of();
  }
}
