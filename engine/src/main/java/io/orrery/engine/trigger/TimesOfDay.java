package io.orrery.engine.trigger;

/// Which times of a day match, in seconds since midnight: all combinations of three bit sets.
///
/// @param hours bits 0 … 23; never empty
/// @param minutes bits 0 … 59; never empty
/// @param seconds bits 0 … 59; never empty
record TimesOfDay(int hours, long minutes, long seconds) {

  static final int NONE = -1;
  private static final int ALL_HOURS = 0xFFFFFF;

  boolean everyHour() {
    return hours == ALL_HOURS;
  }

  int first() {
    return at(Integer.numberOfTrailingZeros(hours), lowest(minutes), lowest(seconds));
  }

  int last() {
    return at(31 - Integer.numberOfLeadingZeros(hours), highest(minutes), highest(seconds));
  }

  /// The first match at or after `time`, or [#NONE].
  int atOrAfter(int time) {
    int hour = time / 3600;
    int minute = time / 60 % 60;
    if ((hours >>> hour & 1) != 0) {
      if ((minutes >>> minute & 1) != 0) {
        long rest = seconds & -1L << time % 60;
        if (rest != 0) return at(hour, minute, lowest(rest));
      }
      long later = minutes & -2L << minute;
      if (later != 0) return at(hour, lowest(later), lowest(seconds));
    }
    int later = hours & -2 << hour;
    if (later == 0) return NONE;
    return at(Integer.numberOfTrailingZeros(later), lowest(minutes), lowest(seconds));
  }

  /// The last match at or before `time`, or [#NONE].
  int atOrBefore(int time) {
    int hour = time / 3600;
    int minute = time / 60 % 60;
    if ((hours >>> hour & 1) != 0) {
      if ((minutes >>> minute & 1) != 0) {
        long rest = seconds & (2L << time % 60) - 1;
        if (rest != 0) return at(hour, minute, highest(rest));
      }
      long earlier = minutes & (1L << minute) - 1;
      if (earlier != 0) return at(hour, highest(earlier), highest(seconds));
    }
    int earlier = hours & (1 << hour) - 1;
    if (earlier == 0) return NONE;
    return at(31 - Integer.numberOfLeadingZeros(earlier), highest(minutes), highest(seconds));
  }

  long count() {
    return Integer.bitCount(hours) * perHour();
  }

  /// How many match before `time`.
  long countBefore(int time) {
    int hour = time / 3600;
    int minute = time / 60 % 60;
    long count = Integer.bitCount(hours & (1 << hour) - 1) * perHour();
    if ((hours >>> hour & 1) == 0) return count;
    count += (long) Long.bitCount(minutes & (1L << minute) - 1) * Long.bitCount(seconds);
    if ((minutes >>> minute & 1) == 0) return count;
    return count + Long.bitCount(seconds & (1L << time % 60) - 1);
  }

  private long perHour() {
    return (long) Long.bitCount(minutes) * Long.bitCount(seconds);
  }

  private static int at(int hour, int minute, int second) {
    return hour * 3600 + minute * 60 + second;
  }

  private static int lowest(long bits) {
    return Long.numberOfTrailingZeros(bits);
  }

  private static int highest(long bits) {
    return 63 - Long.numberOfLeadingZeros(bits);
  }
}
