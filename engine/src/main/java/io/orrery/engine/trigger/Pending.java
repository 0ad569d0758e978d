package io.orrery.engine.trigger;

import io.orrery.engine.trigger.Owed.Span;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The slots of one trigger that have no decision, as one event takes them away: spans of past
/// ones, then the next one and all that follow it. Bounds of slots are exclusive.
final class Pending {

  private static final int SPANS_MAX = 100;

  private final Slots slots;
  private final List<Span> spans;
  private Optional<Instant> next;

  /// Slots that were taken together.
  record Taken(Instant first, Instant newest, long count) {}

  Pending(Slots slots, List<Span> spans, Optional<Instant> next) {
    this.slots = slots;
    this.spans = new ArrayList<>(spans);
    this.next = next;
  }

  List<Span> spans() {
    return List.copyOf(spans);
  }

  Optional<Instant> next() {
    return next;
  }

  Optional<Instant> first() {
    return spans.isEmpty() ? next : Optional.of(spans.getFirst().from());
  }

  /// The newest slot of the newest span.
  Optional<Instant> newestOfSpans() {
    return spans.isEmpty() ? Optional.empty() : Optional.of(spans.getLast().to());
  }

  Optional<Instant> newestBefore(Instant end) {
    var of = next.filter(slot -> slot.isBefore(end));
    if (of.isPresent()) return slots.previous(end).filter(of.get()::isBefore).or(() -> of);
    for (var span : spans.reversed()) {
      if (span.to().isBefore(end)) return Optional.of(span.to());
      if (span.from().isBefore(end)) {
        return slots.previous(end).filter(span.from()::isBefore).or(() -> Optional.of(span.from()));
      }
    }
    return Optional.empty();
  }

  long countBefore(Instant end) {
    long count = 0;
    for (var span : spans) count += count(span.from(), earlier(end, behind(span.to())));
    return count + next.map(from -> count(from, end)).orElse(0L);
  }

  /// How many lie in `[from, end)`.
  long countBetween(Instant from, Instant end) {
    long count = 0;
    for (var span : spans) {
      count += slots.count(later(from, span.from()), earlier(end, behind(span.to())));
    }
    return count + next.map(first -> slots.count(later(from, first), end)).orElse(0L);
  }

  /// `from` counts even if a change of zone rules made it no slot any more.
  private long count(Instant from, Instant end) {
    return from.isBefore(end) ? 1 + slots.count(behind(from), end) : 0;
  }

  /// Takes all before `end`, each stretch without a gap by itself.
  List<Taken> takeBefore(Instant end) {
    var taken = new ArrayList<Taken>();
    while (!spans.isEmpty() && spans.getFirst().from().isBefore(end)) {
      var span = spans.removeFirst();
      var until = earlier(end, behind(span.to()));
      taken.add(taken(span.from(), until));
      var left = slots.next(taken.getLast().newest()).filter(slot -> !slot.isAfter(span.to()));
      left.ifPresent(from -> spans.addFirst(new Span(from, span.to())));
    }
    next.filter(slot -> slot.isBefore(end))
        .ifPresent(
            from -> {
              taken.add(taken(from, end));
              next = slots.next(taken.getLast().newest());
            });
    return taken;
  }

  private Taken taken(Instant from, Instant end) {
    var newest = slots.previous(end).filter(from::isBefore).orElse(from);
    return new Taken(from, newest, count(from, end));
  }

  /// Takes a slot that is the first of all, the newest of the spans, or the next.
  void take(Instant slot) {
    if (next.filter(slot::equals).isPresent()) {
      next = slots.next(slot);
    } else if (slot.equals(spans.getLast().to())) {
      var span = spans.removeLast();
      var before = slots.previous(slot).filter(it -> !it.isBefore(span.from()));
      if (!slot.equals(span.from())) {
        spans.addLast(new Span(span.from(), before.orElse(span.from())));
      }
    } else {
      var span = spans.removeFirst();
      var after = slots.next(slot).filter(it -> !it.isAfter(span.to()));
      after.ifPresent(from -> spans.addFirst(new Span(from, span.to())));
    }
  }

  /// Puts what lies between the next slot and `end` into a span, to be taken newest first.
  void setAside(Instant end) {
    if (spans.size() >= SPANS_MAX || next.filter(slot -> slot.isBefore(end)).isEmpty()) return;
    var from = next.get();
    var newest = slots.previous(end).filter(from::isBefore).orElse(from);
    spans.add(new Span(from, newest));
    next = slots.next(newest);
  }

  /// The first instant behind `instant`.
  static Instant behind(Instant instant) {
    return instant.plus(1, ChronoUnit.NANOS);
  }

  static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }
}
