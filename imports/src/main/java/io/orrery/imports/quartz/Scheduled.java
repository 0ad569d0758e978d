package io.orrery.imports.quartz;

import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/// What a Quartz scheduler holds, as it was exported.
///
/// @param strays places and words of what is there besides
record Scheduled(List<Job> jobs, List<Trigger> triggers, List<Stray> strays) {

  Scheduled {
    jobs = List.copyOf(jobs);
    triggers = List.copyOf(triggers);
    strays = List.copyOf(strays);
  }

  /// @param scheduler whose it is; empty in XML
  record Name(String scheduler, String group, String name) {
    static final String DEFAULT_GROUP = "DEFAULT";

    /// `group.name`, as Quartz writes it.
    String text() {
      return group + "." + name;
    }
  }

  /// @param concurrent whether the job may run beside itself; empty when the source does not know
  record Job(
      String place,
      Name key,
      String description,
      String type,
      Data data,
      Optional<Boolean> concurrent) {}

  /// A job data map.
  ///
  /// @param opaque whether it is a serialised Java object, which is not read
  record Data(Map<String, String> values, boolean opaque) {
    static final Data NONE = new Data(Map.of(), false);
  }

  /// @param misfire Quartz's name of what becomes of a fire that was missed
  /// @param start empty when there is none, or when it is relative to the start of the scheduler
  /// @param state of the tables; empty in XML
  record Trigger(
      String place,
      Name key,
      Name job,
      String description,
      Timing timing,
      Misfire misfire,
      Optional<Moment> start,
      Optional<Moment> end,
      Optional<String> calendar,
      int priority,
      Data data,
      String state,
      boolean firedBefore) {
    static final int PRIORITY_DEFAULT = 5;
  }

  /// @param zoned whether the source names the offset; without it is a local time of the
  ///   scheduler's machine
  record Moment(ZonedDateTime at, boolean zoned) {}

  /// When a trigger fires.
  sealed interface Timing {
    /// What people call it.
    String words();

    record OfCron(String expression, Optional<ZoneId> zone) implements Timing {
      @Override
      public String words() {
        return "cron trigger";
      }
    }

    /// @param repeats fires after the first; [#FOREVER] for no end
    record Simple(long intervalMillis, long repeats) implements Timing {
      static final long FOREVER = -1;

      @Override
      public String words() {
        return "simple trigger";
      }
    }

    record Calendar(long interval, Unit unit, Optional<ZoneId> zone) implements Timing {
      @Override
      public String words() {
        return "calendar-interval trigger";
      }
    }

    /// @param days 1 is Sunday
    /// @param from second of the day
    /// @param to second of the day, included
    record Daily(long interval, Unit unit, SortedSet<Integer> days, int from, int to, long repeats)
        implements Timing {
      @Override
      public String words() {
        return "daily-time-interval trigger";
      }
    }

    /// @param type as the source names it
    /// @param why it is not known when it fires
    record Unknown(String type, String why) implements Timing {
      @Override
      public String words() {
        return type + " trigger";
      }
    }
  }

  enum Unit {
    SECOND,
    MINUTE,
    HOUR,
    DAY,
    WEEK,
    MONTH,
    YEAR
  }

  /// @param what as `calendar 'holidays'`
  record Stray(String place, String what, String remark, boolean lost) {}
}
