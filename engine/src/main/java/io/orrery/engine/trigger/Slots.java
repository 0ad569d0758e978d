package io.orrery.engine.trigger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A set of instants on whole seconds, the same whoever asks and whenever.
public interface Slots {

  /// The first slot strictly after `after`; empty when there is none.
  Optional<Instant> next(Instant after);

  /// The last slot strictly before `before`; empty when there is none.
  Optional<Instant> previous(Instant before);

  /// How many slots lie in `[from, to)`. Counted, not listed: an outage of a month costs little
  /// even when each second has a slot.
  long count(Instant from, Instant to);

  /// How many local times this slot stands for: more than one where a gap moved several to one
  /// instant; 0 when it is no slot.
  int weight(Instant slot);

  /// The slots in `[from, to)`, oldest first, at most `limit` of them.
  default List<Instant> between(Instant from, Instant to, int limit) {
    var slots = new ArrayList<Instant>();
    var slot = next(from.minusNanos(1));
    while (slots.size() < limit && slot.isPresent() && slot.get().isBefore(to)) {
      slots.add(slot.get());
      slot = next(slot.get());
    }
    return slots;
  }
}
