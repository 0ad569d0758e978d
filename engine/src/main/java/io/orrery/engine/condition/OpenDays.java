package io.orrery.engine.condition;

import io.orrery.expression.value.Holidays;
import io.orrery.model.flow.BusinessCalendar;
import io.orrery.model.flow.BusinessCalendar.Days;
import java.time.LocalDate;
import java.time.MonthDay;
import java.util.List;
import java.util.Optional;

/// Which days are open in a calendar.
public final class OpenDays {
  private OpenDays() {}

  /// Knows the calendars of a namespace by name.
  public interface Named {
    boolean excluded(String calendar, LocalDate day);
  }

  /// @throws io.orrery.expression.ExpressionException when a calendar that it names cannot be read
  static boolean isOpen(BusinessCalendar calendar, LocalDate day, Asked asked) {
    return isOpen(calendar, day, asked::excluded);
  }

  /// @throws IllegalArgumentException when the public holidays of a country are not known
  public static boolean isOpen(BusinessCalendar calendar, LocalDate day, Named named) {
    return any(calendar.include(), day, named) || !any(calendar.exclude(), day, named);
  }

  /// Of one that names no other.
  public static boolean isOpen(BusinessCalendar calendar, LocalDate day) {
    return isOpen(
        calendar,
        day,
        (name, _) -> {
          throw new IllegalStateException("it names the calendar " + name);
        });
  }

  private static boolean any(List<Days> all, LocalDate day, Named named) {
    for (var days : all) {
      if (has(days, day, named)) return true;
    }
    return false;
  }

  private static boolean has(Days days, LocalDate day, Named named) {
    return switch (days) {
      case Days.On(var date) -> date.equals(day);
      case Days.Between(var first, var last) -> !day.isBefore(first) && !day.isAfter(last);
      case Days.Yearly(var yearly) -> MonthDay.from(day).equals(yearly);
      case Days.Weekly(var week) -> week.contains(day.getDayOfWeek());
      case Days.Holidays(var country, var part) ->
          Holidays.isHoliday(day, Optional.of(country), part);
      case Days.Named(var name) -> named.excluded(name, day);
    };
  }
}
