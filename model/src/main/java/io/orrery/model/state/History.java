package io.orrery.model.state;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The states that something went through, oldest first. Never empty; appended to, never rewritten.
///
/// Bounded: of a history longer than [#LENGTH_MAX] the middle is dropped, so that a row stays
/// narrow however often an execution is paused or retried.
public record History(List<StateChange> changes) {

  public static final int LENGTH_MAX = 64;

  public History {
    if (changes.isEmpty()) {
      throw new IllegalArgumentException("a history has at least one state");
    }
    changes = List.copyOf(changes);
  }

  public static History of(State first, Instant at) {
    return new History(List.of(new StateChange(first, at)));
  }

  public State current() {
    return changes.getLast().state();
  }

  public Instant startedAt() {
    return changes.getFirst().at();
  }

  /// When the current state was taken.
  public Instant currentSince() {
    return changes.getLast().at();
  }

  public Optional<Instant> endedAt() {
    return current().terminal() ? Optional.of(changes.getLast().at()) : Optional.empty();
  }

  /// From the first state to the last one if that is terminal, else to `now`.
  public Duration duration(Instant now) {
    return Duration.between(startedAt(), endedAt().orElse(now));
  }

  /// This history with `state` taken at `at`; itself when that is the current state already. A
  /// clock may be set back, a history does not go back: then the state is taken when the last one
  /// was.
  public History then(State state, Instant at) {
    if (state == current()) {
      return this;
    }
    var when = at.isBefore(currentSince()) ? currentSince() : at;
    var longer = new ArrayList<StateChange>(changes.size() + 1);
    longer.addAll(changes);
    longer.add(new StateChange(state, when));
    if (longer.size() > LENGTH_MAX) {
      longer.remove(LENGTH_MAX / 2);
    }
    return new History(longer);
  }

  /// What this history has taken since it was `earlier`; all of its last changes behind the newest
  /// one that both have.
  public List<StateChange> since(History earlier) {
    if (earlier.changes.size() < LENGTH_MAX
        && changes.size() <= LENGTH_MAX
        && changes.size() >= earlier.changes.size()
        && changes.get(earlier.changes.size() - 1).equals(earlier.changes.getLast())) {
      return changes.subList(earlier.changes.size(), changes.size());
    }
    // The middle of a long one was dropped: count from the end.
    return changes.subList(changes.lastIndexOf(earlier.changes.getLast()) + 1, changes.size());
  }
}
