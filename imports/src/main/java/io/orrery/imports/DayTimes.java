package io.orrery.imports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// Times of the day as the first three fields of Quartz's cron: seconds, minutes, hours.
public final class DayTimes {
  private DayTimes() {}

  private static final int MINUTE = 60;
  private static final int HOUR = 3600;
  public static final int DAY = 24 * HOUR;

  /// The fewest triples that together have exactly these times: the hours that share their minutes
  /// and seconds make one. Empty when the minutes and seconds of one hour are no product, as
  /// 12:00:00 and 12:10:30.
  ///
  /// @param times seconds of the day
  public static List<String> fields(SortedSet<Integer> times) {
    var hoursOf = new LinkedHashMap<SortedSet<Integer>, SortedSet<Integer>>();
    var byHour = new LinkedHashMap<Integer, SortedSet<Integer>>();
    for (int time : times) {
      byHour.computeIfAbsent(time / HOUR, _ -> new TreeSet<>()).add(time % HOUR);
    }
    byHour.forEach(
        (hour, within) -> hoursOf.computeIfAbsent(within, _ -> new TreeSet<>()).add(hour));
    var fields = new ArrayList<String>();
    for (var each : hoursOf.entrySet()) {
      var minutes = new TreeSet<Integer>();
      var seconds = new TreeSet<Integer>();
      each.getKey()
          .forEach(
              time -> {
                minutes.add(time / MINUTE);
                seconds.add(time % MINUTE);
              });
      if (minutes.size() * seconds.size() != each.getKey().size()) return List.of();
      fields.add(field(seconds, 60) + " " + field(minutes, 60) + " " + field(each.getValue(), 24));
    }
    return fields;
  }

  /// `*`, a number, a range, steps of either, or a list; as short as it goes.
  static String field(SortedSet<Integer> values, int size) {
    int first = values.first();
    if (values.size() == size) return "*";
    if (values.size() == 1) return Integer.toString(first);
    var list = new ArrayList<>(values);
    int step = list.get(1) - first;
    for (int i = 1; i < list.size(); i++) {
      if (list.get(i) - list.get(i - 1) != step) {
        return String.join(",", list.stream().map(String::valueOf).toList());
      }
    }
    boolean toTheEnd = values.last() + step >= size;
    if (step == 1) return first + "-" + values.last();
    if (toTheEnd) return first + "/" + step;
    return list.size() == 2
        ? first + "," + values.last()
        : first + "-" + values.last() + "/" + step;
  }

  /// The times from `from` to `to`, every `step` seconds.
  public static SortedSet<Integer> every(int from, int to, int step) {
    var times = new TreeSet<Integer>();
    for (int time = from; time <= to && time < DAY; time += step) {
      times.add(time);
    }
    return times;
  }

  /// An amount of seconds as people say it.
  public static String words(long seconds) {
    for (Map.Entry<Integer, String> unit :
        List.of(Map.entry(DAY, "day"), Map.entry(HOUR, "hour"), Map.entry(MINUTE, "minute"))) {
      if (seconds % unit.getKey() == 0) {
        long count = seconds / unit.getKey();
        return count + " " + unit.getValue() + (count == 1 ? "" : "s");
      }
    }
    return seconds + (seconds == 1 ? " second" : " seconds");
  }
}
