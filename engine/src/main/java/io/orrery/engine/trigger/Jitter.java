package io.orrery.engine.trigger;

import io.orrery.model.id.TriggerId;
import java.time.Duration;
import java.time.Instant;

/// When slots are due: at their instant, or so much later as their schedule's `jitter` allows.
///
/// The delay follows from the names of the trigger and the slot alone, so that it is the same in
/// every process and after every crash. It never reaches the slot that follows: what is due later
/// has the later date.
final class Jitter {
  private Jitter() {}

  static Instant due(TriggerId trigger, Slots slots, Duration jitter, Instant slot) {
    if (jitter.isZero()) return slot;
    long max =
        slots
            .next(slot)
            .map(next -> Math.min(jitter.toMillis(), Duration.between(slot, next).toMillis()))
            .orElse(jitter.toMillis());
    return max <= 0 ? slot : slot.plusMillis(Math.floorMod(hash(trigger, slot), max));
  }

  private static long hash(TriggerId trigger, Instant slot) {
    long hash = slot.getEpochSecond();
    var flow = trigger.flow();
    for (var name : new String[] {flow.namespace(), flow.id(), trigger.id()}) {
      hash = mixed(hash + name.length());
      for (int i = 0; i < name.length(); i++) hash = mixed(hash ^ name.charAt(i));
    }
    return hash;
  }

  /// Each bit of the result depends on each bit of `value` (the finalizer of SplitMix64).
  private static long mixed(long value) {
    long bits = value + 0x9e3779b97f4a7c15L;
    bits = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
    bits = (bits ^ (bits >>> 27)) * 0x94d049bb133111ebL;
    return bits ^ (bits >>> 31);
  }
}
