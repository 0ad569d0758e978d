package io.orrery.controller.evaluation;

import biweekly.Biweekly;
import biweekly.ICalendar;
import biweekly.component.VEvent;
import biweekly.property.DateOrDateTimeProperty;
import biweekly.util.DateTimeComponents;
import biweekly.util.Frequency;
import biweekly.util.ICalDate;
import io.orrery.expression.ExpressionException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/// The days on which the events of an iCalendar text (RFC 5545) lie: each as its file writes it,
/// whatever its zone; those that recur as well. Events that are cancelled have none.
final class IcalDays {
  private static final TimeZone UTC = TimeZone.getTimeZone("UTC");

  /// An event that begins more often than this within its own length is told to be no day off.
  private static final int OVERLAPS_MAX = 1000;

  private final List<Event> events;

  private IcalDays(List<Event> events) {
    this.events = events;
  }

  /// @param days how many it lasts
  /// @param without starts that do not count
  /// @param besides further starts
  private record Event(
      VEvent source, LocalDate first, long days, Set<LocalDate> without, Set<LocalDate> besides) {

    boolean covers(LocalDate start, LocalDate day) {
      return !without.contains(start) && !start.isAfter(day) && start.plusDays(days).isAfter(day);
    }
  }

  /// @throws ExpressionException when it is no calendar
  static IcalDays read(String text) {
    var calendars = Biweekly.parse(text).all();
    if (calendars.isEmpty()) throw wrong("it is no iCalendar text");
    var events = new ArrayList<Event>();
    for (ICalendar calendar : calendars) {
      for (var event : calendar.getEvents()) {
        boolean cancelled = event.getStatus() != null && event.getStatus().isCancelled();
        if (!cancelled && event.getDateStart() != null) {
          events.add(event(event, calendar.getEvents()));
        }
      }
    }
    return new IcalDays(events);
  }

  boolean has(LocalDate day) {
    return events.stream().anyMatch(event -> has(event, day));
  }

  private static boolean has(Event event, LocalDate day) {
    if (event.covers(event.first(), day)) return true;
    if (event.besides().stream().anyMatch(start -> event.covers(start, day))) return true;
    var rule = event.source().getRecurrenceRule();
    if (rule == null || event.first().isAfter(day)) return false;
    var starts = rule.getDateIterator(date(event.first()), UTC);
    starts.advanceTo(date(day.minusDays(event.days() - 1)));
    for (int i = 0; i < OVERLAPS_MAX && starts.hasNext(); i++) {
      var start = starts.next().toInstant().atZone(ZoneOffset.UTC).toLocalDate();
      if (start.isAfter(day)) return false;
      if (event.covers(start, day)) return true;
    }
    return false;
  }

  private static Event event(VEvent event, List<VEvent> all) {
    var first = day(event.getDateStart()).orElseThrow(() -> wrong("an event has no start"));
    var rule = event.getRecurrenceRule();
    if (rule != null && rule.getValue().getFrequency().compareTo(Frequency.DAILY) < 0) {
      throw wrong("an event recurs within a day");
    }
    var without = new HashSet<LocalDate>();
    event
        .getExceptionDates()
        .forEach(dates -> dates.getValues().forEach(date -> without.add(day(date))));
    boolean changed = event.getRecurrenceId() != null;
    for (var other : all) {
      boolean same =
          !changed
              && other.getRecurrenceId() != null
              && other.getUid() != null
              && event.getUid() != null
              && other.getUid().getValue().equals(event.getUid().getValue());
      if (same) without.add(day(other.getRecurrenceId().getValue()));
    }
    var besides = new HashSet<LocalDate>();
    event
        .getRecurrenceDates()
        .forEach(dates -> dates.getDates().forEach(date -> besides.add(day(date))));
    return new Event(event, first, days(event, first), without, besides);
  }

  /// The end of a whole-day event is the day behind it; that of another lies on its last day.
  private static long days(VEvent event, LocalDate first) {
    var end = day(event.getDateEnd());
    if (end.isPresent()) {
      var value = event.getDateEnd().getValue();
      boolean midnight = !value.hasTime() || isMidnight(value);
      return Math.max(1, ChronoUnit.DAYS.between(first, end.get()) + (midnight ? 0 : 1));
    }
    if (event.getDuration() == null || event.getDuration().getValue() == null) return 1;
    long millis = event.getDuration().getValue().toMillis();
    return Math.max(1, (millis + 86_399_999) / 86_400_000);
  }

  private static boolean isMidnight(ICalDate date) {
    var raw = date.getRawComponents();
    return raw != null && raw.getHour() == 0 && raw.getMinute() == 0 && raw.getSecond() == 0;
  }

  private static Optional<LocalDate> day(@Nullable DateOrDateTimeProperty property) {
    return property == null || property.getValue() == null
        ? Optional.empty()
        : Optional.of(day(property.getValue()));
  }

  private static LocalDate day(ICalDate date) {
    DateTimeComponents raw = date.getRawComponents();
    return raw == null
        ? Instant.ofEpochMilli(date.getTime()).atZone(ZoneOffset.UTC).toLocalDate()
        : LocalDate.of(raw.getYear(), raw.getMonth(), raw.getDate());
  }

  private static Date date(LocalDate day) {
    return Date.from(day.atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  private static ExpressionException wrong(String what) {
    return new ExpressionException(what, 0);
  }
}
