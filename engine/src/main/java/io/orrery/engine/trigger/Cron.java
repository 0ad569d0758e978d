package io.orrery.engine.trigger;

import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// A cron text, read: the set of local times that it names.
///
/// Local times are counted here in seconds since 1970-01-01T00:00 of the same, unnamed zone. What a
/// zone's gaps and overlaps make of them is [Timetable]'s business; [#next] and its siblings are
/// its short forms. A search ends a hundred years from where it began.
public final class Cron {

  /// Stands for "there is none" among local times.
  static final long NONE = Long.MIN_VALUE;

  static final int DAY_SECONDS = 86_400;
  private static final int SEARCH_YEARS = 100;

  private final String text;
  private final TimesOfDay times;
  private final MonthDays days;
  private final int months;
  private final BitSet years;

  /// @param months bits 1 … 12
  /// @param years the years it is limited to; empty for every year
  Cron(String text, TimesOfDay times, MonthDays days, int months, BitSet years) {
    this.text = text;
    this.times = times;
    this.days = days;
    this.months = months;
    this.years = years;
  }

  /// Reads `text` by the rules of `dialect`.
  ///
  /// @param withSeconds the Kestra dialect has a sixth field, seconds, before the others
  public static Cron parse(String text, CronDialect dialect, boolean withSeconds)
      throws CronProblem {
    return new CronParser(dialect, withSeconds).parse(text);
  }

  /// The dialect of a text that names none: [CronDialect#QUARTZ] when only Quartz can mean it.
  public static CronDialect detect(String text, boolean withSeconds) {
    return CronParser.detect(text, withSeconds);
  }

  /// The first slot strictly after `after`, in its zone; empty when there is none.
  public Optional<ZonedDateTime> next(ZonedDateTime after, DstRule rule) {
    return timetable(after.getZone(), rule)
        .next(after.toInstant())
        .map(slot -> slot.atZone(after.getZone()));
  }

  /// The last slot strictly before `before`, in its zone; empty when there is none.
  public Optional<ZonedDateTime> previous(ZonedDateTime before, DstRule rule) {
    return timetable(before.getZone(), rule)
        .previous(before.toInstant())
        .map(slot -> slot.atZone(before.getZone()));
  }

  /// How many slots lie in `[from, to)`. Nothing is listed for it.
  public long count(Instant from, Instant to, ZoneId zone, DstRule rule) {
    return timetable(zone, rule).count(from, to);
  }

  /// The slots in `[from, to)`, oldest first, at most `limit` of them.
  public List<Instant> between(Instant from, Instant to, int limit, ZoneId zone, DstRule rule) {
    return timetable(zone, rule).between(from, to, limit);
  }

  public Timetable timetable(ZoneId zone, DstRule rule) {
    return new Timetable(this, zone, rule);
  }

  /// Whether it has a match in each hour of a matching day: such a schedule follows the real clock
  /// through gaps and overlaps.
  boolean everyHour() {
    return times.everyHour();
  }

  /// Whether no date ever matches, as in 30 February.
  boolean impossible() {
    if (!years.isEmpty()) return nextLocal(localOf(years.nextSetBit(0), 1, 1)) == NONE;
    // 28 years without a century begin on every weekday, leap or not.
    return firstFrom(2001, 1, 2028) == NONE;
  }

  MonthDays days() {
    return days;
  }

  int months() {
    return months;
  }

  boolean matches(long local) {
    return nextLocal(local) == local;
  }

  /// The first match at or after `local`, or [#NONE].
  long nextLocal(long local) {
    long epochDay = Math.floorDiv(local, DAY_SECONDS);
    var date = LocalDate.ofEpochDay(epochDay);
    int year = date.getYear();
    int month = date.getMonthValue();
    if (has(year, month)) {
      int day = date.getDayOfMonth();
      long zeroth = epochDay - day;
      int bits = bits(zeroth, date.lengthOfMonth());
      if ((bits >>> day & 1) != 0) {
        int time = times.atOrAfter(Math.floorMod(local, DAY_SECONDS));
        if (time != TimesOfDay.NONE) return epochDay * DAY_SECONDS + time;
      }
      int later = bits & -2 << day;
      if (later != 0) return firstOn(zeroth + Integer.numberOfTrailingZeros(later));
    }
    return firstFrom(year, month + 1, years.isEmpty() ? lastYear(year) : years.length());
  }

  /// The last match at or before `local`, or [#NONE].
  long previousLocal(long local) {
    long epochDay = Math.floorDiv(local, DAY_SECONDS);
    var date = LocalDate.ofEpochDay(epochDay);
    int year = date.getYear();
    int month = date.getMonthValue();
    if (has(year, month)) {
      int day = date.getDayOfMonth();
      long zeroth = epochDay - day;
      int bits = bits(zeroth, date.lengthOfMonth());
      if ((bits >>> day & 1) != 0) {
        int time = times.atOrBefore(Math.floorMod(local, DAY_SECONDS));
        if (time != TimesOfDay.NONE) return epochDay * DAY_SECONDS + time;
      }
      int earlier = bits & (1 << day) - 1;
      if (earlier != 0) return lastOn(zeroth + highest(earlier));
    }
    return lastUntil(year, month - 1, years.isEmpty() ? firstYear(year) : 0);
  }

  /// How many matches lie in `[from, to)`: whole days are multiplied, months are walked.
  long countLocal(long from, long to) {
    if (from >= to) return 0;
    long firstDay = Math.floorDiv(from, DAY_SECONDS);
    long lastDay = Math.floorDiv(to, DAY_SECONDS);
    long before = countDays(firstDay, firstDay + 1) * timesBefore(from);
    long until = countDays(lastDay, lastDay + 1) * timesBefore(to);
    return countDays(firstDay, lastDay) * times.count() - before + until;
  }

  private long timesBefore(long local) {
    return times.countBefore(Math.floorMod(local, DAY_SECONDS));
  }

  private long countDays(long from, long to) {
    long count = 0;
    for (long day = from; day < to; ) {
      var date = LocalDate.ofEpochDay(day);
      long zeroth = day - date.getDayOfMonth();
      int length = date.lengthOfMonth();
      if (has(date.getYear(), date.getMonthValue())) {
        int bits = bits(zeroth, length) & -1 << date.getDayOfMonth();
        if (to - zeroth <= length) bits &= (1 << (int) (to - zeroth)) - 1;
        count += Integer.bitCount(bits);
      }
      day = zeroth + length + 1;
    }
    return count;
  }

  private long firstFrom(int fromYear, int fromMonth, int lastYear) {
    int month = fromMonth;
    for (int year = yearFrom(fromYear); year <= lastYear; year = yearFrom(year + 1)) {
      if (year != fromYear) month = 1;
      for (int left = months & -1 << month; left != 0; left &= left - 1) {
        var first = LocalDate.of(year, Integer.numberOfTrailingZeros(left), 1);
        long zeroth = first.toEpochDay() - 1;
        int bits = bits(zeroth, first.lengthOfMonth());
        if (bits != 0) return firstOn(zeroth + Integer.numberOfTrailingZeros(bits));
      }
    }
    return NONE;
  }

  private long lastUntil(int fromYear, int fromMonth, int firstYear) {
    int month = fromMonth;
    for (int year = yearUntil(fromYear); year >= firstYear; year = yearUntil(year - 1)) {
      if (year != fromYear) month = 12;
      for (int left = months & (2 << month) - 1; left != 0; left &= ~Integer.highestOneBit(left)) {
        var first = LocalDate.of(year, highest(left), 1);
        long zeroth = first.toEpochDay() - 1;
        int bits = bits(zeroth, first.lengthOfMonth());
        if (bits != 0) return lastOn(zeroth + highest(bits));
      }
    }
    return NONE;
  }

  private static int lastYear(int year) {
    return Math.min(year + SEARCH_YEARS, Year.MAX_VALUE);
  }

  private static int firstYear(int year) {
    return Math.max(year - SEARCH_YEARS, Year.MIN_VALUE);
  }

  private int yearFrom(int year) {
    if (years.isEmpty()) return year;
    int next = years.nextSetBit(Math.max(year, 0));
    return next < 0 ? Integer.MAX_VALUE : next;
  }

  private int yearUntil(int year) {
    if (years.isEmpty()) return year;
    int last = year < 0 ? -1 : years.previousSetBit(year);
    return last < 0 ? Integer.MIN_VALUE : last;
  }

  private boolean has(int year, int month) {
    return (months >>> month & 1) != 0 && (years.isEmpty() || (year >= 0 && years.get(year)));
  }

  /// @param zeroth the epoch day before the month's first
  private int bits(long zeroth, int length) {
    // 1970-01-01 was a Thursday: 4 from Sunday.
    return days.of(length, (int) Math.floorMod(zeroth + 5, 7L));
  }

  private long firstOn(long epochDay) {
    return epochDay * DAY_SECONDS + times.first();
  }

  private long lastOn(long epochDay) {
    return epochDay * DAY_SECONDS + times.last();
  }

  private static long localOf(int year, int month, int day) {
    return LocalDate.of(year, month, day).toEpochDay() * DAY_SECONDS;
  }

  private static int highest(int bits) {
    return 31 - Integer.numberOfLeadingZeros(bits);
  }

  /// The text, as it was given.
  @Override
  public String toString() {
    return text;
  }
}
