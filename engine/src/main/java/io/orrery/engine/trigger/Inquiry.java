package io.orrery.engine.trigger;

import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is known of a schedule when somebody asks about its slots.
///
/// @param current the definition in force
/// @param former as for [Triggers#decide]
/// @param state empty when the schedule was never defined
/// @param since when the first revision with the schedule was saved, as far as revisions are kept
/// @param executions the states of those that the answer may name; one that is missing was deleted
/// @param ledgerFrom older lines are no longer kept
public record Inquiry(
    Edition current,
    ZoneId defaultZone,
    Optional<Former> former,
    Optional<TriggerState> state,
    Instant since,
    Map<ExecutionId, State> executions,
    Optional<Instant> ledgerFrom,
    Instant now) {

  public Inquiry {
    executions = Map.copyOf(executions);
  }

  /// A definition, and the revision of the flow that has it.
  public record Edition(Schedule schedule, int revision) {}

  public ZoneId zone() {
    return Schedules.zone(current.schedule(), defaultZone);
  }

  /// The slots in `[from, to)` that have no decision yet, oldest first, at most `limit`: those that
  /// the next decisions will be about, found by what decides them.
  public List<Upcoming> upcoming(Instant from, Instant to, int limit) {
    var upcoming = new ArrayList<Upcoming>();
    for (var span : spans()) {
      add(upcoming, span.from(), span.to().plusNanos(1), from, to, limit);
    }
    state
        .flatMap(TriggerState::nextSlot)
        .ifPresent(next -> add(upcoming, next, Instant.MAX, from, to, limit));
    return upcoming;
  }

  /// Those of the slots from `first` on, before `end`, that lie in `[from, to)`.
  private void add(
      List<Upcoming> upcoming, Instant first, Instant end, Instant from, Instant to, int limit) {
    var slots = slots();
    var bound = end.isBefore(to) ? end : to;
    var slot = first.isBefore(from) ? slots.next(from.minusNanos(1)) : Optional.of(first);
    while (upcoming.size() < limit && slot.isPresent() && slot.get().isBefore(bound)) {
      upcoming.add(upcoming(slot.get()));
      slot = slots.next(slot.get());
    }
  }

  private List<Owed.Span> spans() {
    return state.map(it -> it.owed().spans()).orElse(List.of());
  }

  /// Whether an instant is a slot that has no decision yet.
  boolean isUndecided(Instant at) {
    boolean ahead =
        state.flatMap(TriggerState::nextSlot).filter(next -> !at.isBefore(next)).isPresent();
    boolean owed =
        spans().stream().anyMatch(span -> !at.isBefore(span.from()) && !at.isAfter(span.to()));
    return (ahead || owed) && slots().weight(at) > 0;
  }

  /// As it will be decided.
  Upcoming upcoming(Instant slot) {
    var due =
        state
            .map(it -> Jitter.due(it.id(), slots(), current.schedule().jitter(), slot))
            .orElse(slot);
    return new Upcoming(
        slot, due, standing(due), !DateConditions.late(current.schedule()).isEmpty());
  }

  /// Those that are owed, and those ahead.
  Slots slots() {
    return Terms.slots(current.schedule(), defaultZone, former);
  }

  private Upcoming.Standing standing(Instant due) {
    if (isDisabled()) return Upcoming.Standing.DISABLED;
    if (due.isAfter(now)) return Upcoming.Standing.PREDICTED;
    return holder().isPresent() ? Upcoming.Standing.HELD : Upcoming.Standing.DUE;
  }

  boolean isDisabled() {
    return current.schedule().common().disabled()
        || state.map(TriggerState::disabled).orElse(false);
  }

  /// The execution that the schedule waits for.
  Optional<ExecutionId> holder() {
    return state.flatMap(TriggerState::holder).filter(_ -> !current.schedule().allowConcurrent());
  }
}
