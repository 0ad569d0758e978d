package io.orrery.server.fake;

import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.engine.trigger.TriggerState;
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
  public List<Fire> fires(TriggerId trigger, Instant from, Instant to) {
    return List.of();
  }

  @Override
  public List<SkipRange> skips(TriggerId trigger, Instant from, Instant to) {
    return List.of();
  }
}
