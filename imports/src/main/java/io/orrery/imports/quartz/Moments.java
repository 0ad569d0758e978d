package io.orrery.imports.quartz;

import io.orrery.imports.DayTimes;
import io.orrery.imports.Notes;
import io.orrery.imports.quartz.Scheduled.Moment;
import io.orrery.imports.quartz.Scheduled.Timing;
import io.orrery.imports.quartz.Scheduled.Trigger;
import io.orrery.imports.quartz.Scheduled.Unit;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// When a trigger of Quartz fires, as crons or a list of dates. What neither can say is said not to
/// be, with the nearest that can.
final class Moments {

  /// @param crons in Quartz's dialect; several where no single one has these times
  /// @param dates instead of crons; local ones without an offset
  /// @param before no slot at or after this; empty for the trigger's own end
  record Found(
      List<String> crons, List<String> dates, Optional<String> zone, Optional<Instant> before) {

    static Found crons(List<String> crons, Optional<ZoneId> zone) {
      return new Found(crons, List.of(), zone.map(ZoneId::getId), Optional.empty());
    }
  }

  /// More dates than these are for a cron.
  private static final int DATES_MAX = 100;

  private static final int CRONS_MAX = 4;
  private static final long INTERVAL_MAX = 1_000_000_000;
  private static final String UTC = "Etc/UTC";
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);

  private final Trigger trigger;
  private final Notes notes;

  private Moments(Trigger trigger, Notes notes) {
    this.trigger = trigger;
    this.notes = notes;
  }

  /// Empty when it cannot be said; the notes say why.
  static Optional<Found> of(Trigger trigger, Notes notes) {
    var moments = new Moments(trigger, notes);
    return switch (trigger.timing()) {
      case Timing.OfCron(var cron, var zone) -> Optional.of(Found.crons(List.of(cron), zone));
      case Timing.Simple(var interval, var repeats) -> moments.simple(interval, repeats);
      case Timing.Calendar calendar -> moments.calendar(calendar);
      case Timing.Daily daily -> moments.daily(daily);
      case Timing.Unknown(var type, var why) -> {
        notes.lost("its times are not known (%s): %s".formatted(type, why));
        yield Optional.empty();
      }
    };
  }

  private Optional<Found> simple(long millis, long repeats) {
    var start = trigger.start();
    if (repeats >= 0 && repeats < DATES_MAX && start.isPresent()) {
      var dates = new ArrayList<String>();
      for (int i = 0; i <= repeats; i++) {
        dates.add(date(start.get(), i * millis));
      }
      if (start.get().at().getNano() != 0 || (repeats > 0 && millis % 1000 != 0)) {
        notes.remark("its times are cut to whole seconds");
      }
      notes.remark(
          "dates that are past when the flow is saved are made up for, as"
              + " recoverMissedSchedules says");
      return Optional.of(
          new Found(
              List.of(), dates.stream().distinct().toList(), Optional.empty(), Optional.empty()));
    }
    if (repeats == 0) {
      notes.lost("it fires once when Quartz starts, and no start time is known: run the flow");
      return Optional.empty();
    }
    if (millis <= 0 || millis % 1000 != 0) {
      notes.lost("it fires every %d ms; a schedule counts whole seconds".formatted(millis));
      return Optional.empty();
    }
    if (repeats > 0 && start.isEmpty()) {
      notes.lost(
          "it fires %d times from the start of Quartz on; a schedule has no such count"
              .formatted(repeats + 1));
      return Optional.empty();
    }
    var found = elapsed(millis / 1000);
    if (repeats > 0 && found.isPresent()) {
      var last = start.orElseThrow().at().toInstant().plusMillis(millis * repeats);
      return found.map(
          it -> new Found(it.crons(), it.dates(), it.zone(), Optional.of(last.plusSeconds(1))));
    }
    return found;
  }

  private static String date(Moment start, long plusMillis) {
    var at = start.at().plus(Duration.ofMillis(plusMillis));
    return start.zoned()
        ? at.toInstant().truncatedTo(ChronoUnit.SECONDS).toString()
        : LOCAL.format(at);
  }

  /// Every so many seconds of elapsed time: the same times of each day in UTC, whatever clocks do.
  private Optional<Found> elapsed(long seconds) {
    boolean week = seconds == 7L * DayTimes.DAY;
    if (!week && DayTimes.DAY % seconds != 0) {
      notes.lost(
          "every %s is no division of a day, so no cron has these times; the nearest that is: every %s"
              .formatted(DayTimes.words(seconds), DayTimes.words(nearest(seconds))));
      return Optional.empty();
    }
    var first = start();
    int from = first.toLocalTime().toSecondOfDay();
    if (week) {
      return Optional.of(
          Found.crons(List.of(timeOf(first) + " ? * " + day(first)), Optional.of(ZoneId.of(UTC))));
    }
    int step = (int) seconds;
    return crons(
        DayTimes.every(from % step, DayTimes.DAY - 1, step), "* * ?", Optional.of(ZoneId.of(UTC)));
  }

  private static long nearest(long seconds) {
    long best = DayTimes.DAY;
    long unit = seconds % 60 == 0 ? 60 : 1;
    for (long candidate = unit; candidate <= DayTimes.DAY; candidate += unit) {
      boolean closer = Math.abs(candidate - seconds) < Math.abs(best - seconds);
      if (DayTimes.DAY % candidate == 0 && closer) best = candidate;
    }
    return best;
  }

  /// In UTC, unless the source gives a local time.
  private ZonedDateTime start() {
    if (trigger.start().isEmpty()) {
      notes.remark("no start time is known: its times are counted from midnight, UTC");
      return ZonedDateTime.of(2000, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
    }
    var start = trigger.start().get();
    if (!start.zoned()) {
      notes.remark("its start time names no zone: taken as UTC");
    }
    return start.at().withZoneSameInstant(ZoneOffset.UTC);
  }

  private Optional<Found> calendar(Timing.Calendar timing) {
    long interval = timing.interval();
    if (interval <= 0 || interval > INTERVAL_MAX) {
      notes.lost("its interval is " + interval);
      return Optional.empty();
    }
    return switch (timing.unit()) {
      case SECOND -> elapsed(interval);
      case MINUTE -> elapsed(interval * 60);
      case HOUR -> elapsed(interval * 3600);
      case DAY, WEEK, MONTH, YEAR -> dates(timing, (int) Math.min(interval, 1000));
    };
  }

  private Optional<Found> dates(Timing.Calendar timing, int interval) {
    var zone = timing.zone();
    var first =
        trigger.start().filter(Moment::zoned).isPresent() && zone.isPresent()
            ? trigger.start().orElseThrow().at().withZoneSameInstant(zone.get())
            : trigger.start().isPresent() && !trigger.start().get().zoned()
                ? trigger.start().get().at()
                : start();
    if (zone.isEmpty()) notes.remark("it names no zone: that of its start time is taken");
    var shownZone =
        zone.or(
            () ->
                trigger.start().filter(start -> !start.zoned()).isPresent()
                    ? Optional.empty()
                    : Optional.of(ZoneId.of(UTC)));
    var time = timeOf(first);
    int day = first.getDayOfMonth();
    var cron =
        switch (timing.unit()) {
          case DAY -> interval == 1 ? time + " * * ?" : "";
          case WEEK -> interval == 1 ? time + " ? * " + day(first) : "";
          case MONTH ->
              12 % interval == 0
                  ? time + " " + day + " " + months(first.getMonthValue(), interval) + " ?"
                  : "";
          case YEAR ->
              interval == 1
                  ? time + " " + day + " " + first.getMonthValue() + " ?"
                  : time
                      + " "
                      + day
                      + " "
                      + first.getMonthValue()
                      + " ? "
                      + first.getYear()
                      + "/"
                      + interval;
          case SECOND, MINUTE, HOUR -> throw new IllegalStateException("of elapsed time");
        };
    if (cron.isEmpty()) {
      notes.lost(
          "every %d %ss is no cron: use a daily one with conditions, or a list of dates"
              .formatted(interval, timing.unit().name().toLowerCase(Locale.ROOT)));
      return Optional.empty();
    }
    if (timing.unit() == Unit.MONTH && day > 28) {
      notes.remark(
          "in months without day %d Quartz fires on the last day, this schedule does not"
              .formatted(day));
    }
    return Optional.of(Found.crons(List.of(cron), shownZone));
  }

  private static String months(int first, int interval) {
    if (interval == 1) return "*";
    SortedSet<Integer> months = new TreeSet<>();
    for (int month = (first - 1) % interval + 1; month <= 12; month += interval) {
      months.add(month);
    }
    return String.join(",", months.stream().map(String::valueOf).toList());
  }

  private Optional<Found> daily(Timing.Daily timing) {
    long step =
        switch (timing.unit()) {
          case SECOND -> Math.min(timing.interval(), INTERVAL_MAX);
          case MINUTE -> Math.min(timing.interval(), INTERVAL_MAX) * 60;
          case HOUR -> Math.min(timing.interval(), INTERVAL_MAX) * 3600;
          case DAY, WEEK, MONTH, YEAR -> 0;
        };
    if (step <= 0 || timing.repeats() >= 0) {
      notes.lost(
          timing.repeats() >= 0
              ? "it ends after %d fires; a schedule has no such count"
                  .formatted(timing.repeats() + 1)
              : "its interval is %d %s".formatted(timing.interval(), timing.unit()));
      return Optional.empty();
    }
    notes.remark("it names no zone: that of the server is taken");
    var days = new TreeSet<>(timing.days());
    var shown =
        days.size() == 7
            ? "* * ?"
            : "? * " + String.join(",", days.stream().map(Moments::dayName).toList());
    return crons(
        DayTimes.every(timing.from(), timing.to(), (int) Math.min(step, DayTimes.DAY)),
        shown,
        Optional.empty());
  }

  private Optional<Found> crons(SortedSet<Integer> times, String days, Optional<ZoneId> zone) {
    var fields = times.isEmpty() ? List.<String>of() : DayTimes.fields(times);
    if (fields.isEmpty() || fields.size() > CRONS_MAX) {
      notes.lost(
          "no %d crons or fewer have its %d times of a day".formatted(CRONS_MAX, times.size()));
      return Optional.empty();
    }
    if (fields.size() > 1) {
      notes.remark("it takes %d schedules to have its times".formatted(fields.size()));
    }
    return Optional.of(Found.crons(fields.stream().map(each -> each + " " + days).toList(), zone));
  }

  private static String timeOf(ZonedDateTime at) {
    return at.getSecond() + " " + at.getMinute() + " " + at.getHour();
  }

  private static String day(ZonedDateTime at) {
    return at.getDayOfWeek().name().substring(0, 3);
  }

  private static String dayName(int number) {
    return Arrays.asList("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT").get(number - 1);
  }
}
