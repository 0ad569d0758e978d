package io.orrery.engine.trigger;

import io.orrery.engine.trigger.Fire.Cause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a trigger owes besides its slots from the next one on, and why it is late with them.
///
/// @param spans slots before the next one that are to fire newest first, oldest span first; none of
///   their slots has a decision
/// @param marks why slots that wait were not decided at their instant, by when they were due;
///   ascending
public record Owed(List<Span> spans, List<Mark> marks) {

  public static final Owed NOTHING = new Owed(List.of(), List.of());

  private static final int MARKS_MAX = 8;

  /// All slots from `from` to `to`, both included.
  public record Span(Instant from, Instant to) {}

  /// Slots that were due at `until` or before, and after the mark before it, are late for `cause`.
  public record Mark(Instant until, Cause cause) {}

  public Owed {
    spans = List.copyOf(spans);
    marks = List.copyOf(marks);
  }

  public boolean isNothing() {
    return spans.isEmpty() && marks.isEmpty();
  }

  /// Why a slot that was due at `due` waits; empty when no mark says so.
  Optional<Cause> causeOf(Instant due) {
    return marks.stream().filter(mark -> !due.isAfter(mark.until())).map(Mark::cause).findFirst();
  }

  /// What was due up to `at` and has no mark yet is late for `cause`.
  Owed marked(Instant at, Cause cause) {
    if (!marks.isEmpty() && !marks.getLast().until().isBefore(at)) return this;
    var more = new ArrayList<>(marks);
    boolean longer =
        !more.isEmpty() && (more.getLast().cause() == cause || more.size() >= MARKS_MAX);
    if (longer) more.set(more.size() - 1, new Mark(at, more.getLast().cause()));
    else more.add(new Mark(at, cause));
    return new Owed(spans, more);
  }

  /// Without the marks that no waiting slot needs.
  ///
  /// @param due when the earliest waiting slot was due; empty when none waits
  /// @param at slots that are due until then wait for the reason of the last mark
  Owed pruned(Optional<Instant> due, Instant at) {
    if (marks.isEmpty()) return this;
    if (due.isEmpty()) return new Owed(spans, List.of());
    var needed = marks.stream().filter(mark -> !mark.until().isBefore(due.get())).toList();
    return needed.isEmpty()
        ? new Owed(spans, List.of(new Mark(at, marks.getLast().cause())))
        : new Owed(spans, needed);
  }

  Owed with(List<Span> now) {
    return new Owed(now, marks);
  }
}
