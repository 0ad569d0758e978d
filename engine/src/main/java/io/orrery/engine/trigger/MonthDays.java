package io.orrery.engine.trigger;

import java.util.List;

/// Which days of a month match: the day-of-month and the day-of-week field together.
///
/// @param days bits 1 … 31
/// @param dayParts what L and W add to `days`
/// @param weekdays bits 0 (Sunday) … 6
/// @param weekdayParts what L and # add to `weekdays`
record MonthDays(
    int days, List<DayPart> dayParts, int weekdays, List<DayPart> weekdayParts, Join join) {

  static final int ALL_DAYS = 0xFFFFFFFE;
  static final int ALL_WEEKDAYS = 0x7F;

  /// Five weeks laid one after another by one multiplication.
  private static final long WEEKS = 1L | 1L << 7 | 1L << 14 | 1L << 21 | 1L << 28;

  /// Whether a day must match both fields, or either of them.
  enum Join {
    BOTH,
    EITHER
  }

  MonthDays {
    dayParts = List.copyOf(dayParts);
    weekdayParts = List.copyOf(weekdayParts);
  }

  /// The matching days as bits 1 … 31.
  ///
  /// @param length days of the month
  /// @param first weekday of its first day, Sunday = 0
  int of(int length, int first) {
    int byDay = days;
    for (var part : dayParts) byDay |= part.bits(length, first);
    int week = (weekdays >>> first | weekdays << (7 - first)) & ALL_WEEKDAYS;
    int byWeekday = (int) ((week * WEEKS) << 1);
    for (var part : weekdayParts) byWeekday |= part.bits(length, first);
    int exists = (int) ((2L << length) - 2);
    return exists & (join == Join.BOTH ? byDay & byWeekday : byDay | byWeekday);
  }
}
