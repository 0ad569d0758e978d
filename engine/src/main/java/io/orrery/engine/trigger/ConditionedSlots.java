package io.orrery.engine.trigger;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/// Those of a schedule's slots whose date satisfies its conditions.
///
/// A search ends after ten years (Kestra's limit), and after [#STEPS_MAX] slots that do not satisfy
/// them.
record ConditionedSlots(Slots all, DateConditions conditions, ZoneId zone) implements Slots {

  private static final int YEARS_MAX = 10;
  private static final int STEPS_MAX = 1_000_000;

  @Override
  public Optional<Instant> next(Instant after) {
    var from = conditions.from().filter(first -> first.isAfter(after)).orElse(after);
    var limit = from.atZone(zone).plusYears(YEARS_MAX).toInstant();
    var slot = all.next(from);
    for (int i = 0; i < STEPS_MAX && slot.isPresent() && slot.get().isBefore(limit); i++) {
      var date = slot.get().atZone(zone);
      if (conditions.hold(date)) {
        return slot;
      }
      slot =
          conditions.wholeDays()
              ? all.next(
                  date.toLocalDate().plusDays(1).atStartOfDay(zone).toInstant().minusNanos(1))
              : all.next(slot.get());
    }
    return Optional.empty();
  }

  @Override
  public Optional<Instant> previous(Instant before) {
    var limit = before.atZone(zone).minusYears(YEARS_MAX).toInstant();
    var slot = all.previous(before);
    for (int i = 0; i < STEPS_MAX && slot.isPresent() && slot.get().isAfter(limit); i++) {
      var date = slot.get().atZone(zone);
      if (conditions.hold(date)) {
        return slot;
      }
      slot =
          all.previous(
              conditions.wholeDays()
                  ? date.toLocalDate().atStartOfDay(zone).toInstant()
                  : slot.get());
    }
    return Optional.empty();
  }

  @Override
  public long count(Instant from, Instant to) {
    long count = 0;
    var slot = next(from.minusNanos(1));
    while (slot.isPresent() && slot.get().isBefore(to) && count < STEPS_MAX) {
      count++;
      slot = next(slot.get());
    }
    return count;
  }

  @Override
  public int weight(Instant slot) {
    return conditions.hold(slot.atZone(zone)) ? all.weight(slot) : 0;
  }
}
