package io.orrery.engine.trigger;

import io.orrery.engine.condition.OpenDays;
import io.orrery.model.flow.BusinessCalendar;
import io.orrery.model.flow.BusinessCalendar.OnExcluded;
import io.orrery.model.flow.Condition;
import io.orrery.model.flow.TriggerDef.Schedule;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/// Slots that a calendar moves off the days that are not open, to the same local time of the next
/// open day or of the one before. Two that meet are one.
///
/// An open day has its own slots and those of the row of closed days beside it. A slot is moved by
/// at most [#ROW_MAX] days; where more are closed in a row it is none. A search ends after ten
/// years, as [ConditionedSlots].
record MovedSlots(Slots all, BusinessCalendar calendar, ZoneId zone) implements Slots {

  private static final int ROW_MAX = 366;
  private static final int DAYS_MAX = 3660;
  private static final long COUNT_MAX = 1_000_000;

  static Slots of(Schedule schedule, Slots all, ZoneId zone) {
    return schedule.conditions().stream()
        .flatMap(condition -> calendar(condition).stream())
        .findFirst()
        .<Slots>map(calendar -> new MovedSlots(all, calendar, zone))
        .orElse(all);
  }

  /// The calendar of a condition that moves slots; any other condition only leaves them out.
  static Optional<BusinessCalendar> calendar(Condition condition) {
    return condition instanceof Condition.OnCalendar(var calendar)
            && calendar.onExcluded() != OnExcluded.SKIP
        ? Optional.of(calendar)
        : Optional.empty();
  }

  @Override
  public Optional<Instant> next(Instant after) {
    var day = after.atZone(zone).toLocalDate();
    for (int i = 0; i < DAYS_MAX; i++, day = day.plusDays(1)) {
      if (isOpen(day)) {
        var to = day;
        var found =
            sources(day)
                .flatMap(from -> firstMoved(from, to, after).stream())
                .min(Comparator.naturalOrder());
        if (found.isPresent()) return found;
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<Instant> previous(Instant before) {
    var day = before.atZone(zone).toLocalDate();
    for (int i = 0; i < DAYS_MAX; i++, day = day.minusDays(1)) {
      if (isOpen(day)) {
        var to = day;
        var found =
            sources(day)
                .flatMap(from -> lastMoved(from, to, before).stream())
                .max(Comparator.naturalOrder());
        if (found.isPresent()) return found;
      }
    }
    return Optional.empty();
  }

  @Override
  public long count(Instant from, Instant to) {
    long count = 0;
    var slot = next(from.minusNanos(1));
    while (slot.isPresent() && slot.get().isBefore(to) && count < COUNT_MAX) {
      count++;
      slot = next(slot.get());
    }
    return count;
  }

  @Override
  public int weight(Instant slot) {
    boolean known = next(slot.minusNanos(1)).filter(slot::equals).isPresent();
    return known ? Math.max(1, all.weight(slot)) : 0;
  }

  private boolean isOpen(LocalDate day) {
    return OpenDays.isOpen(calendar, day);
  }

  /// The open day itself, and the closed ones whose slots come to it.
  private Stream<LocalDate> sources(LocalDate open) {
    int step = calendar.onExcluded() == OnExcluded.NEXT_DAY ? -1 : 1;
    var closed =
        Stream.iterate(open.plusDays(step), day -> day.plusDays(step))
            .limit(ROW_MAX)
            .takeWhile(day -> !isOpen(day));
    return Stream.concat(Stream.of(open), closed);
  }

  private Optional<Instant> firstMoved(LocalDate from, LocalDate to, Instant after) {
    if (from.equals(to)) {
      var start = to.atStartOfDay(zone).toInstant().minusNanos(1);
      return all.next(start.isAfter(after) ? start : after).filter(slot -> isOn(slot, to));
    }
    var local = after.atZone(zone).toLocalDateTime();
    // An hour to spare: where the clocks change, times of one day lie elsewhere on another.
    var begin = local.toLocalDate().equals(to) ? local.toLocalTime().minusHours(1) : null;
    var search =
        begin == null || begin.isAfter(local.toLocalTime())
            ? from.atStartOfDay(zone).toInstant()
            : from.atTime(begin).atZone(zone).toInstant();
    var slot = all.next(search.minusNanos(1));
    while (slot.isPresent() && isOn(slot.get(), from)) {
      var moved = moved(slot.get(), to);
      if (moved.isAfter(after)) return Optional.of(moved);
      slot = all.next(slot.get());
    }
    return Optional.empty();
  }

  private Optional<Instant> lastMoved(LocalDate from, LocalDate to, Instant before) {
    if (from.equals(to)) {
      var end = to.plusDays(1).atStartOfDay(zone).toInstant();
      return all.previous(end.isBefore(before) ? end : before).filter(slot -> isOn(slot, to));
    }
    var local = before.atZone(zone).toLocalDateTime();
    var end = local.toLocalDate().equals(to) ? local.toLocalTime().plusHours(1) : null;
    var search =
        end == null || end.isBefore(local.toLocalTime())
            ? from.plusDays(1).atStartOfDay(zone).toInstant()
            : from.atTime(end).atZone(zone).toInstant();
    var slot = all.previous(search);
    while (slot.isPresent() && isOn(slot.get(), from)) {
      var moved = moved(slot.get(), to);
      if (moved.isBefore(before)) return Optional.of(moved);
      slot = all.previous(slot.get());
    }
    return Optional.empty();
  }

  private boolean isOn(Instant slot, LocalDate day) {
    return slot.atZone(zone).toLocalDate().equals(day);
  }

  private Instant moved(Instant slot, LocalDate to) {
    return to.atTime(slot.atZone(zone).toLocalTime()).atZone(zone).toInstant();
  }
}
