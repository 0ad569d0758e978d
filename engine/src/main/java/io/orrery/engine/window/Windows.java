package io.orrery.engine.window;

import io.orrery.model.flow.TimeWindow;
import io.orrery.model.flow.TimeWindow.TimeOfDay;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;

/// Where windows of time lie.
public final class Windows {
  private Windows() {}

  private static final int MINUTES_AN_HOUR = 60;

  /// The window that `now` lies in; empty when it lies in none, as after the deadline of the day.
  ///
  /// @param zone of times that name no offset, and of days
  public static Optional<Span> at(TimeWindow window, Instant now, ZoneId zone) {
    return switch (window) {
      case TimeWindow.Every every -> Optional.of(containing(aligned(every, now, zone), now));
      case TimeWindow.FromFirst(var length) -> Optional.of(new Span(now, end(now, length)));
      case TimeWindow.Lookback(var length) -> Optional.of(new Span(now, end(now, length)));
      case TimeWindow.Deadline _, TimeWindow.Daily _ ->
          daily(window, now, zone).filter(span -> span.contains(now));
    };
  }

  /// The window that is open at `now`, or else the next one to open: what a miss is watched by.
  /// Empty for windows that open with what is gathered in them.
  public static Optional<Span> orNext(TimeWindow window, Instant now, ZoneId zone) {
    return switch (window) {
      case TimeWindow.Every _ -> at(window, now, zone);
      case TimeWindow.FromFirst _, TimeWindow.Lookback _ -> Optional.empty();
      case TimeWindow.Deadline _, TimeWindow.Daily _ -> daily(window, now, zone);
    };
  }

  /// The window as Kestra aligns it: by days, hours or minutes of the clock, then moved by its
  /// advance. It need not contain `now`.
  public static Span aligned(TimeWindow.Every window, Instant now, ZoneId zone) {
    var length = window.length();
    var start = now.atZone(zone).withNano(0);
    long minutes = length.toMinutes();
    if (length.toDays() > 0) {
      start = start.withHour(0);
    }
    if (length.toHours() > 0) {
      start = start.withMinute(0);
    } else if (minutes > 0) {
      start = start.withMinute((int) (start.getMinute() / minutes * minutes) % MINUTES_AN_HOUR);
    }
    if (minutes > 0) {
      start = start.withSecond(0);
    }
    var from = start.toInstant().plus(window.advance());
    return new Span(from, end(from, length));
  }

  /// Moved by whole lengths until `now` is in it: the grid is the same, and nothing falls between.
  private static Span containing(Span span, Instant now) {
    var length = Duration.between(span.start(), span.end());
    long steps =
        Math.floorDiv(
            Duration.between(span.start(), now).toMillis(), Math.max(1, length.toMillis()));
    var start = span.start().plus(length.multipliedBy(steps));
    return new Span(start, start.plus(length));
  }

  /// Of this day, or of the day before if that one is open still, or of the next day if this one's
  /// is over.
  private static Optional<Span> daily(TimeWindow window, Instant now, ZoneId zone) {
    var today = now.atZone(zone).toLocalDate();
    for (var day : new LocalDate[] {today.minusDays(1), today, today.plusDays(1)}) {
      var span = ofDay(window, day, zone);
      if (span.isPresent() && now.isBefore(span.get().end())) {
        return span;
      }
    }
    return Optional.empty();
  }

  private static Optional<Span> ofDay(TimeWindow window, LocalDate day, ZoneId zone) {
    return switch (window) {
      case TimeWindow.Deadline(var deadline) ->
          Optional.of(
              new Span(
                  on(day, new TimeOfDay(LocalTime.MIDNIGHT, deadline.offset()), zone),
                  on(day, deadline, zone)));
      case TimeWindow.Daily(var from, var to) -> {
        var start = on(day, from, zone);
        var end = on(day, to, zone);
        yield Optional.of(
            new Span(start, end.isAfter(start) ? end : on(day.plusDays(1), to, zone)));
      }
      case TimeWindow.Every _, TimeWindow.FromFirst _, TimeWindow.Lookback _ -> Optional.empty();
    };
  }

  private static Instant on(LocalDate day, TimeOfDay time, ZoneId zone) {
    return ZonedDateTime.of(day, time.time(), time.offset().<ZoneId>map(it -> it).orElse(zone))
        .toInstant();
  }

  private static final Duration LONGEST = Duration.ofDays(366_000);

  private static Instant end(Instant start, Duration length) {
    return start.plus(length.compareTo(LONGEST) > 0 ? LONGEST : length);
  }
}
