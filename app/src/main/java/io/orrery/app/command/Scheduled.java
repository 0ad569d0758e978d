package io.orrery.app.command;

import io.orrery.engine.trigger.Schedules;
import io.orrery.model.flow.BusinessCalendar;
import io.orrery.model.flow.Condition;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Problem;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/// A cron expression with a calendar, read as the schedule of a flow is.
sealed interface Scheduled {

  record Known(Schedule schedule) implements Scheduled {}

  record Wrong(List<String> why) implements Scheduled {}

  static Scheduled read(
      String cron,
      CronDialect dialect,
      boolean withSeconds,
      ZoneId zone,
      String calendar,
      Parts parts) {
    if (calendar.lines().count() > 1) {
      return new Wrong(List.of("--calendar must be one line"));
    }
    var flow =
        """
        id: next
        namespace: next
        tasks: [{id: task, type: io.kestra.plugin.core.log.Log, message: next}]
        triggers:
          - id: schedule
            type: io.kestra.plugin.core.trigger.Schedule
            cron: %s
            cronDialect: %s
            withSeconds: %s
            timezone: %s
            calendar: %s
        """
            .formatted(
                Json.of(cron), dialect, withSeconds, Json.of(zone.getId()), calendar.strip());
    return switch (parts.read(flow)) {
      case Parsed.Bad<Flow>(var problems) ->
          new Wrong(
              problems.stream()
                  .filter(Problem::refuses)
                  .map(problem -> (problem.what() + " " + problem.mend()).strip())
                  .toList());
      case Parsed.Ok<Flow>(var read, var _) ->
          read.triggers().getFirst() instanceof Schedule schedule && calendars(schedule)
              ? new Known(schedule)
              : new Wrong(
                  List.of("--calendar names a file of a namespace, which is not known here"));
    };
  }

  private static boolean calendars(Schedule schedule) {
    return schedule.conditions().stream()
        .allMatch(
            condition ->
                condition instanceof Condition.OnCalendar(BusinessCalendar calendar)
                    && calendar.isWhole());
  }

  static Optional<ZonedDateTime> next(Schedule schedule, ZoneId zone, ZonedDateTime after) {
    return Schedules.slots(schedule, zone).next(after.toInstant()).map(slot -> slot.atZone(zone));
  }
}
