package io.orrery.engine.trigger;

import java.time.Instant;
import java.util.Optional;

/// The slots of a schedule that was edited: the former ones up to and including an instant, the
/// later ones behind it.
record Succession(Slots former, Instant until, Slots later) implements Slots {

  @Override
  public Optional<Instant> next(Instant after) {
    var slot = former.next(after).filter(this::isFormer);
    return slot.isPresent() ? slot : later.next(after.isAfter(until) ? after : until);
  }

  @Override
  public Optional<Instant> previous(Instant before) {
    var slot = later.previous(before).filter(found -> !isFormer(found));
    if (slot.isPresent()) return slot;
    return former.previous(isFormer(before) ? before : behindUntil());
  }

  @Override
  public long count(Instant from, Instant to) {
    var change = behindUntil();
    long before = from.isBefore(change) ? former.count(from, earlier(to, change)) : 0;
    long behind = to.isAfter(change) ? later.count(isFormer(from) ? change : from, to) : 0;
    return before + behind;
  }

  @Override
  public int weight(Instant slot) {
    return isFormer(slot) ? former.weight(slot) : later.weight(slot);
  }

  private boolean isFormer(Instant slot) {
    return !slot.isAfter(until);
  }

  private Instant behindUntil() {
    return until.plusNanos(1);
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}
