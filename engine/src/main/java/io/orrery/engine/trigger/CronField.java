package io.orrery.engine.trigger;

import java.util.List;

/// The fields of a cron text, each with its smallest and largest number.
///
/// Weekdays are held Sunday = 0 … Saturday = 6 in every dialect; what a dialect writes for them is
/// the parser's business.
enum CronField {
  SECOND("second", 0, 59),
  MINUTE("minute", 0, 59),
  HOUR("hour", 0, 23),
  DAY("day of month", 1, 31),
  MONTH("month", 1, 12),
  WEEKDAY("day of week", 0, 7),
  YEAR("year", 1970, 2199);

  private static final List<String> MONTHS =
      List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC");
  private static final List<String> WEEKDAYS =
      List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT");

  final String title;
  final int min;
  final int max;

  CronField(String title, int min, int max) {
    this.title = title;
    this.min = min;
    this.max = max;
  }

  /// What stands for numbers here, in order from the smallest; empty when only numbers do.
  List<String> names() {
    return switch (this) {
      case MONTH -> MONTHS;
      case WEEKDAY -> WEEKDAYS;
      case SECOND, MINUTE, HOUR, DAY, YEAR -> List.of();
    };
  }
}
