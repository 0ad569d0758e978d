package io.orrery.engine.trigger;

/// A day of a month that depends on the month: what Quartz writes with L, W and #.
///
/// Weekdays are Sunday = 0. Answers are bits: bit n is day n of the month; no bit when the month
/// has no such day.
sealed interface DayPart {

  /// @param length days of the month
  /// @param first weekday of its first day
  int bits(int length, int first);

  /// `L`, `L-3`: so many days before the last.
  record Last(int before) implements DayPart {
    @Override
    public int bits(int length, int first) {
      return bit(length - before, length);
    }
  }

  /// `LW`, `L-3W`: the weekday nearest to that day.
  record LastWorkday(int before) implements DayPart {
    @Override
    public int bits(int length, int first) {
      return nearestWorkday(length - before, length, first);
    }
  }

  /// `15W`: the Monday to Friday nearest to day 15, in the same month.
  record Workday(int day) implements DayPart {
    @Override
    public int bits(int length, int first) {
      return nearestWorkday(day, length, first);
    }
  }

  /// `6L`: the last Friday of the month.
  record LastOf(int weekday) implements DayPart {
    @Override
    public int bits(int length, int first) {
      int last = (first + length - 1) % 7;
      return bit(length - Math.floorMod(last - weekday, 7), length);
    }
  }

  /// `6#3`: the third Friday of the month.
  record Nth(int weekday, int n) implements DayPart {
    @Override
    public int bits(int length, int first) {
      return bit(1 + Math.floorMod(weekday - first, 7) + 7 * (n - 1), length);
    }
  }

  private static int nearestWorkday(int day, int length, int first) {
    if (day < 1 || day > length) return 0;
    return switch ((first + day - 1) % 7) {
      case 6 -> bit(day == 1 ? 3 : day - 1, length);
      case 0 -> bit(day == length ? day - 2 : day + 1, length);
      default -> bit(day, length);
    };
  }

  private static int bit(int day, int length) {
    return day < 1 || day > length ? 0 : 1 << day;
  }
}
