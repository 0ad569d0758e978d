package io.orrery.controller.turn;

import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.Triggers;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.store.vnode.VnodeStore;
import io.orrery.store.vnode.VnodeStore.Needed;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The trigger states that a loop has in memory: those that are needed always, and those whose next
/// slot comes within the next minutes. All others are rows, and are read when their time comes or
/// when somebody asks for them. So memory holds what is near, however many schedules there are.
///
/// What is in memory is newer than its row, or equal to it; it leaves memory only after its commit.
/// Used by the loop's thread alone.
final class KnownTriggers {

  private final VnodeStore store;
  private final Set<Integer> vnodes;
  private final Loops.Ahead ahead;
  private final Map<TriggerId, TriggerState> states = new HashMap<>();

  /// Removed in a turn that is not committed: the rows do not know yet.
  private final Set<TriggerId> removed = new HashSet<>();

  /// Whatever is needed up to here is in memory, or comes with the pages that are being read.
  private Instant horizon = Instant.EPOCH;

  private Needed read = Needed.FIRST;
  private Consumer<TriggerState> woken = _ -> {};

  KnownTriggers(VnodeStore store, Set<Integer> vnodes, Loops.Ahead ahead) {
    this.ahead = ahead;
    this.store = store;
    this.vnodes = Set.copyOf(vnodes);
  }

  /// Of those in memory: whatever is held, is being made up for, or is due soon.
  @Nullable TriggerState get(TriggerId id) {
    return states.get(id);
  }

  /// Wherever it is.
  ///
  /// @throws StoreUnavailable when it has to be read and cannot be
  Optional<TriggerState> find(Turn turn, TriggerId id) {
    var there = states.get(id);
    if (there == null) {
      recall(turn, id.flow());
      there = states.get(id);
    }
    return Optional.ofNullable(there);
  }

  /// Reads the states of a flow, since they are about to be decided on.
  ///
  /// @throws StoreUnavailable when they cannot be read; nothing has changed then
  void recall(Turn turn, FlowId flow) {
    for (var state : store.triggers(flow)) {
      boolean ofSchedule = state.evaluation().isEmpty();
      if (ofSchedule && !states.containsKey(state.id()) && !removed.contains(state.id())) {
        states.put(state.id(), state);
        settle(turn, state);
      }
    }
  }

  /// Is there from the beginning.
  void know(TriggerState state) {
    states.put(state.id(), state);
  }

  void put(Turn turn, TriggerState state) {
    states.put(state.id(), state);
    removed.remove(state.id());
    if (!near(state)) {
      settle(turn, state);
    }
  }

  /// Once it is committed it leaves memory, or is woken: the horizon may have moved in this turn,
  /// or a page that would bring it may find it there.
  private void settle(Turn turn, TriggerState state) {
    turn.act(
        () -> {
          if (!near(state)) {
            states.remove(state.id(), state);
          } else if (state.equals(states.get(state.id()))) {
            woken.accept(state);
          }
        });
  }

  /// @param listener told of a state that is in memory and that no timer may be armed for
  void tellWoken(Consumer<TriggerState> listener) {
    woken = listener;
  }

  /// @return whether it was in memory
  boolean remove(Turn turn, TriggerId id) {
    removed.add(id);
    turn.act(() -> removed.remove(id));
    return states.remove(id) != null;
  }

  /// Whether it stays in memory.
  boolean near(TriggerState state) {
    return Triggers.neededFrom(state).filter(at -> !at.isAfter(horizon)).isPresent();
  }

  /// Reads the next page of those that are needed soon.
  ///
  /// @param news told what came into memory
  /// @return when the next page is wanted: now when there is more
  /// @throws StoreUnavailable when it cannot be read; nothing has changed then
  Instant more(Instant now, List<TriggerState> news) {
    var until = later(horizon, now.plus(ahead.time()));
    var page = store.needed(vnodes, read, until, ahead.page());
    horizon = until;
    for (var state : page) {
      read = Needed.at(state);
      if (!removed.contains(state.id()) && states.putIfAbsent(state.id(), state) == null) {
        news.add(state);
      }
    }
    if (page.size() == ahead.page()) {
      return now;
    }
    read = new Needed(until.plusNanos(1_000), Optional.empty());
    return until.minus(ahead.time().dividedBy(2));
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
