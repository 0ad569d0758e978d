package io.orrery.engine.trigger;

import io.orrery.model.flow.TriggerDef.DstRule;
import io.orrery.model.flow.TriggerDef.DstRule.Gap;
import io.orrery.model.flow.TriggerDef.DstRule.Overlap;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The slots of a schedule the slow and plain way: each minute of local time is asked for its
/// offsets in the zone. The model that [Timetable] is tested against.
///
/// @param matches the local minutes that the cron names
/// @param everyHour whether the cron has a match in each hour
record WallClock(Predicate<LocalDateTime> matches, boolean everyHour, ZoneId zone, DstRule rule) {

  /// The slots in `[from, to)` with their weights, from local times up to two days around them.
  TreeMap<Instant, Integer> slots(Instant from, Instant to) {
    var slots = new TreeMap<Instant, Integer>();
    var local = LocalDateTime.ofInstant(from, ZoneOffset.UTC).minusDays(2);
    var end = LocalDateTime.ofInstant(to, ZoneOffset.UTC).plusDays(2);
    for (; local.isBefore(end); local = local.plusMinutes(1)) {
      if (matches.test(local)) add(local, slots);
    }
    return new TreeMap<>(slots.subMap(from, to));
  }

  private void add(LocalDateTime local, TreeMap<Instant, Integer> slots) {
    var offsets = zone.getRules().getValidOffsets(local);
    switch (offsets.size()) {
      case 1 -> slots.merge(local.toInstant(offsets.getFirst()), 1, Integer::sum);
      case 2 -> {
        var overlap = everyHour ? Overlap.BOTH : rule.overlap();
        if (overlap != Overlap.SECOND)
          slots.merge(local.toInstant(offsets.get(0)), 1, Integer::sum);
        if (overlap != Overlap.FIRST) slots.merge(local.toInstant(offsets.get(1)), 1, Integer::sum);
      }
      default -> leapt(local, slots);
    }
  }

  private void leapt(LocalDateTime local, TreeMap<Instant, Integer> slots) {
    var transition = zone.getRules().getTransition(local);
    if (everyHour || transition.getDuration().toHours() > 3) return;
    if (rule.gap() == Gap.AT_GAP_END) slots.merge(transition.getInstant(), 1, Integer::sum);
    if (rule.gap() == Gap.SHIFT) {
      slots.merge(local.toInstant(transition.getOffsetBefore()), 1, Integer::sum);
    }
  }
}
