package io.orrery.engine.trigger;

import io.orrery.model.flow.BusinessCalendar;
import io.orrery.model.flow.BusinessCalendar.Days;
import io.orrery.model.flow.Condition;
import io.orrery.model.flow.Moments;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// How instants, durations, causes and conditions are said to a person.
final class Wording {

  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssXXX");

  private final ZoneId zone;
  private final Map<ExecutionId, State> executions;

  Wording(ZoneId zone, Map<ExecutionId, State> executions) {
    this.zone = zone;
    this.executions = executions;
  }

  /// With the offset of the schedule's zone.
  String at(Instant instant) {
    return INSTANT.format(instant.atZone(zone));
  }

  /// Its two largest units.
  static String lasting(Duration duration) {
    var positive = duration.isNegative() ? duration.negated() : duration;
    long millis = positive.toMillis();
    if (millis < 1000) return millis + " ms";
    long seconds = positive.toSeconds();
    if (seconds < 60) return seconds + " s";
    if (seconds < 3600) return two(seconds / 60, "min", seconds % 60, "s");
    if (seconds < 86_400) return two(seconds / 3600, "h", seconds % 3600 / 60, "min");
    return two(seconds / 86_400, "d", seconds % 86_400 / 3600, "h");
  }

  private static String two(long large, String largeUnit, long small, String smallUnit) {
    var text = large + " " + largeUnit;
    return small == 0 ? text : text + " " + small + " " + smallUnit;
  }

  String execution(ExecutionId id) {
    var state = Optional.ofNullable(executions.get(id));
    if (state.isEmpty()) return "execution " + id + " (deleted since)";
    if (state.get() == State.QUEUED) {
      return "execution " + id + " (QUEUED: the flow's concurrency limit is reached)";
    }
    return "execution " + id + " (" + state.get() + ")";
  }

  static String since(Fire.Cause cause) {
    return switch (cause) {
      case ON_TIME -> "";
      case RESTART -> "since the server was started again (RESTART)";
      case TAKEOVER -> "since another server took over (TAKEOVER)";
      case STALL -> "since the server stood still (STALL)";
      case CLOCK_JUMP -> "since the clock jumped ahead (CLOCK_JUMP)";
      case DB_OUTAGE -> "since the database did not answer (DB_OUTAGE)";
      case CAPACITY -> "since more was due than could be decided in time (CAPACITY)";
      case LOCKED -> "since an earlier execution had not ended (LOCKED)";
      case DISABLED -> "since the trigger had been disabled (DISABLED)";
      case BACKFILL -> "since a backfill made it (BACKFILL)";
      case MANUAL -> "since somebody asked for it (MANUAL)";
      case UNKNOWN -> "for a cause that is not known (UNKNOWN)";
    };
  }

  /// What names the times of a schedule.
  static String moments(Schedule schedule, ZoneId zone) {
    return switch (schedule.moments()) {
      case Moments.OfCron cron -> "\"%s\" (%s) does not name it".formatted(cron.text(), zone);
      case Moments.OnDates _ -> "the list of dates does not hold it";
    };
  }

  static String all(List<Condition> conditions) {
    return conditions.stream().map(Wording::condition).collect(Collectors.joining("; "));
  }

  static String condition(Condition condition) {
    return switch (condition) {
      case Condition.DateTimeBetween(var date, var after, var before) ->
          "DateTimeBetween" + on(date) + bounds(after, before);
      case Condition.TimeBetween(var date, var after, var before) ->
          "TimeBetween" + on(date) + bounds(after, before);
      case Condition.DayWeek(var date, var day) -> "DayWeek" + on(date) + " " + day;
      case Condition.DayWeekInMonth(var date, var day, var place) ->
          "DayWeekInMonth" + on(date) + " " + place + " " + day;
      case Condition.PublicHoliday(var date, var country, var part) ->
          "PublicHoliday"
              + on(date)
              + country.map(it -> " " + it).orElse("")
              + part.map(it -> "-" + it).orElse("");
      case Condition.Weekend(var date) -> "Weekend" + on(date);
      case Condition.Expression(var expression) -> expression;
      case Condition.ExecutionOutputs(var expression) -> expression;
      case Condition.Not(var conditions) -> "Not (" + all(conditions) + ")";
      case Condition.Or(var conditions) -> "Or (" + all(conditions) + ")";
      case Condition.And(var conditions) -> "And (" + all(conditions) + ")";
      case Condition.ExecutionFlow(var namespace, var flow) ->
          "ExecutionFlow " + namespace + "." + flow;
      case Condition.ExecutionNamespace(var namespace, _) -> "ExecutionNamespace " + namespace;
      case Condition.ExecutionLabels(var labels) -> "ExecutionLabels " + labels;
      case Condition.ExecutionStatus(var in, var notIn) -> "ExecutionStatus " + states(in, notIn);
      case Condition.HasRetryAttempt(var in, var notIn) -> "HasRetryAttempt " + states(in, notIn);
      case Condition.Filter filter -> "filter on " + filter.field();
      case Condition.OnCalendar(var calendar) -> "calendar" + days(calendar);
      case Condition.Multiple _ -> "MultipleCondition";
    };
  }

  private static String days(BusinessCalendar calendar) {
    var include = calendar.include().isEmpty() ? "" : " but for " + days(calendar.include());
    return " without " + days(calendar.exclude()) + include;
  }

  private static String days(List<Days> all) {
    return all.stream().map(Wording::day).collect(Collectors.joining(", "));
  }

  private static String day(Days days) {
    return switch (days) {
      case Days.On(var date) -> date.toString();
      case Days.Between(var first, var last) -> first + "/" + last;
      case Days.Yearly(var day) -> day.toString().substring(2);
      case Days.Weekly(var week) ->
          week.stream().map(DayOfWeek::name).collect(Collectors.joining(", "));
      case Days.Holidays(var country, var part) ->
          "holidays of " + country + part.map(it -> "-" + it).orElse("");
      case Days.Named(var name) -> "the days of '" + name + "'";
    };
  }

  private static String on(String date) {
    return date.equals(Condition.SLOT_DATE) ? "" : " of " + date;
  }

  private static String bounds(Optional<String> after, Optional<String> before) {
    return after.map(it -> " after " + it).orElse("")
        + before.map(it -> " before " + it).orElse("");
  }

  private static String states(List<State> in, List<State> notIn) {
    return (in.isEmpty() ? "" : "in " + in) + (notIn.isEmpty() ? "" : " not in " + notIn);
  }
}
