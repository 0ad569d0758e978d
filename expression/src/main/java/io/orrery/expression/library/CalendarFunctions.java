package io.orrery.expression.library;

import io.orrery.expression.ExpressionException;
import io.orrery.expression.value.Dates;
import io.orrery.expression.value.Holidays;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Questions about a date. It is taken as it is written: no zone is applied to find the day.
final class CalendarFunctions {

  private static final Pattern BETWEEN_NAMES = Pattern.compile("[,\\s]+");
  private static final Set<DayOfWeek> WEEKEND = EnumSet.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY);

  private CalendarFunctions() {}

  static List<Function> all() {
    return List.of(
        of("dayOfWeek", date -> date.getDayOfWeek().name()),
        of("dayOfMonth", LocalDate::getDayOfMonth),
        of("monthOfYear", LocalDate::getMonthValue),
        of("isWeekend", date -> WEEKEND.contains(date.getDayOfWeek())),
        Function.of(
            "hourOfDay",
            List.of("date"),
            (arguments, context) ->
                Dates.moment(argument(arguments, "date"), ZoneOffset.UTC, null, context.locale())
                    .getHour()),
        Function.of(
            "isDayWeekInMonth",
            List.of("date", "dayOfWeek", "position"),
            (arguments, _) -> isDayWeekInMonth(arguments)),
        Function.of(
            "isLastWorkingDay",
            List.of("date", "workingDays"),
            (arguments, _) -> isLastWorkingDay(arguments)),
        Function.of(
            "isPublicHoliday",
            List.of("date", "country", "subDivision"),
            (arguments, _) -> isPublicHoliday(arguments)),
        Function.of(
            "isDateAfter",
            List.of("date", "reference"),
            (arguments, context) ->
                instant(arguments, "date", context)
                    .isAfter(instant(arguments, "reference", context))),
        Function.of(
            "isDateBefore",
            List.of("date", "reference"),
            (arguments, context) ->
                instant(arguments, "date", context)
                    .isBefore(instant(arguments, "reference", context))),
        Function.of(
            "isDateBetween",
            List.of("date", "after", "before"),
            (arguments, context) -> {
              var date = instant(arguments, "date", context);
              return date.isAfter(instant(arguments, "after", context))
                  && date.isBefore(instant(arguments, "before", context));
            }));
  }

  private interface OfDate {
    Object of(LocalDate date);
  }

  private static Function of(String name, OfDate answer) {
    return Function.of(
        name,
        List.of("date"),
        (arguments, _) -> answer.of(Dates.date(argument(arguments, "date"))));
  }

  private static Object argument(Arguments arguments, String name) {
    var value = arguments.required(name);
    if (value == null) {
      throw new ExpressionException("argument '" + name + "' is null", 0);
    }
    return value;
  }

  /// Local times and dates are in UTC.
  private static Instant instant(Arguments arguments, String name, Context context) {
    var value = argument(arguments, name);
    var moment = value instanceof LocalDate date ? date.atStartOfDay() : value;
    return Dates.moment(moment, ZoneOffset.UTC, null, context.locale()).toInstant();
  }

  private static boolean isDayWeekInMonth(Arguments arguments) {
    var date = Dates.date(argument(arguments, "date"));
    var day = day(arguments.text("dayOfWeek"));
    var position = arguments.text("position").toUpperCase(Locale.ROOT);
    int ordinal =
        switch (position) {
          case "FIRST" -> 1;
          case "SECOND" -> 2;
          case "THIRD" -> 3;
          case "FOURTH" -> 4;
          case "LAST" -> -1;
          default ->
              throw new ExpressionException(
                  "position is FIRST, SECOND, THIRD, FOURTH or LAST, not " + position, 0);
        };
    return date.with(TemporalAdjusters.dayOfWeekInMonth(ordinal, day)).isEqual(date);
  }

  private static boolean isPublicHoliday(Arguments arguments) {
    try {
      return Holidays.isHoliday(
          Dates.date(argument(arguments, "date")),
          Optional.of(arguments.text("country", "")),
          Optional.of(arguments.text("subDivision", "")));
    } catch (IllegalArgumentException e) {
      throw new ExpressionException(String.valueOf(e.getMessage()), 0, e);
    }
  }

  private static boolean isLastWorkingDay(Arguments arguments) {
    var date = Dates.date(argument(arguments, "date"));
    var days = EnumSet.noneOf(DayOfWeek.class);
    for (var name : BETWEEN_NAMES.splitAsStream(arguments.text("workingDays", "")).toList()) {
      if (!name.isEmpty()) {
        days.add(day(name));
      }
    }
    var working = days.isEmpty() ? EnumSet.complementOf(EnumSet.copyOf(WEEKEND)) : days;
    var last = date.with(TemporalAdjusters.lastDayOfMonth());
    while (!working.contains(last.getDayOfWeek())) {
      last = last.minusDays(1);
    }
    return last.isEqual(date);
  }

  private static DayOfWeek day(String name) {
    try {
      return DayOfWeek.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException _) {
      throw new ExpressionException("'" + name + "' is not a day of the week", 0);
    }
  }
}
