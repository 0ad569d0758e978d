package io.orrery.imports.quartz;

import io.orrery.engine.trigger.CronCheck;
import io.orrery.imports.Literal;
import io.orrery.imports.Names;
import io.orrery.imports.Notes;
import io.orrery.imports.quartz.Scheduled.Job;
import io.orrery.imports.quartz.Scheduled.Trigger;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.problem.Problem.Severity;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A trigger of Quartz as the schedules of a flow.
final class Triggers {
  private Triggers() {}

  private static final String TYPE = "io.kestra.plugin.core.trigger.";

  /// @param names the ids that the flow's triggers have already
  static List<Map<String, Object>> schedules(Trigger trigger, Job job, Names names, Notes notes) {
    var found = Moments.of(trigger, notes);
    if (found.isEmpty()) return List.of();
    var moments = found.get();
    for (var cron : moments.crons()) {
      if (!good(cron, notes)) return List.of();
    }
    boolean paused = paused(trigger, notes);
    var schedules = new ArrayList<Map<String, Object>>();
    int count = moments.dates().isEmpty() ? moments.crons().size() : 1;
    for (int i = 0; i < count; i++) {
      var schedule = new LinkedHashMap<String, Object>();
      schedule.put("id", names.id(trigger.key().name(), "trigger"));
      if (moments.dates().isEmpty()) {
        schedule.put("type", TYPE + "Schedule");
      } else {
        schedule.put("type", TYPE + "ScheduleOnDates");
      }
      if (!trigger.description().isEmpty()) schedule.put("description", trigger.description());
      if (paused) schedule.put("disabled", true);
      if (moments.dates().isEmpty()) {
        schedule.put("cron", moments.crons().get(i));
        schedule.put("cronDialect", "QUARTZ");
      } else {
        schedule.put("dates", moments.dates());
      }
      moments.zone().ifPresent(zone -> schedule.put("timezone", zone));
      trigger.calendar().ifPresent(name -> schedule.put("calendar", calendar(name)));
      schedule.put("recoverMissedSchedules", trigger.misfire().recover(trigger.timing()));
      if (job.concurrent().orElse(true)) schedule.put("allowConcurrent", true);
      var conditions = conditions(trigger, moments, notes);
      if (!conditions.isEmpty()) schedule.put("conditions", conditions);
      var inputs = new LinkedHashMap<String, Object>();
      trigger.data().values().forEach((key, value) -> inputs.put(key, Literal.of(value)));
      if (!inputs.isEmpty()) schedule.put("inputs", inputs);
      schedules.add(schedule);
    }
    remarks(trigger, notes);
    return schedules;
  }

  private static boolean good(String cron, Notes notes) {
    for (var remark : CronCheck.check(cron, CronDialect.QUARTZ, true)) {
      if (remark.severity() == Severity.ERROR) {
        notes.lost("its cron '%s' cannot be read: %s".formatted(cron, remark.what()));
        return false;
      }
      notes.remark(remark.what());
    }
    return true;
  }

  /// Whether the schedule must not fire before somebody looked.
  private static boolean paused(Trigger trigger, Notes notes) {
    switch (trigger.state()) {
      case "PAUSED", "PAUSED_BLOCKED" -> {
        notes.remark("it is paused: its schedule is disabled");
        return true;
      }
      case "COMPLETE" -> {
        notes.remark("it is complete: its schedule is disabled");
        return true;
      }
      case "ERROR" -> notes.remark("Quartz has it in state ERROR, where it does not fire");
      default -> {
        // It fires.
      }
    }
    if (trigger.calendar().isPresent()) {
      notes.lost(
          ("the days of its calendar '%s' are not in the source: write calendars/%s.yaml of the"
                  + " namespace, then remove 'disabled' from the schedule")
              .formatted(trigger.calendar().get(), calendar(trigger.calendar().get())));
      return true;
    }
    return false;
  }

  /// A name that a file may have.
  private static String calendar(String name) {
    return new Names().id(name, "calendar");
  }

  /// Its start, while that is still to come for all that is known, and its end.
  private static List<Map<String, Object>> conditions(
      Trigger trigger, Moments.Found moments, Notes notes) {
    if (!moments.dates().isEmpty()) return List.of();
    var between = new LinkedHashMap<String, Object>();
    between.put("type", "io.kestra.plugin.core.condition.DateTimeBetween");
    if (!trigger.firedBefore()) {
      trigger
          .start()
          .map(start -> instant(start, moments, notes))
          .ifPresent(start -> between.put("after", start.minusSeconds(1).toString()));
    }
    trigger
        .end()
        .map(end -> instant(end, moments, notes).plusSeconds(1))
        .or(moments::before)
        .ifPresent(end -> between.put("before", end.toString()));
    return between.size() > 1 ? List.of(between) : List.of();
  }

  private static Instant instant(Scheduled.Moment moment, Moments.Found moments, Notes notes) {
    if (moment.zoned()) return moment.at().toInstant();
    if (moments.zone().isEmpty()) {
      notes.remark("its start or end time names no zone: taken as UTC");
    }
    var zone = moments.zone().map(ZoneId::of).orElse(ZoneOffset.UTC);
    return moment.at().toLocalDateTime().atZone(zone).toInstant();
  }

  private static void remarks(Trigger trigger, Notes notes) {
    if (trigger.priority() != Trigger.PRIORITY_DEFAULT) {
      notes.remark(
          "its priority %d is left out: schedules that are due together fire together"
              .formatted(trigger.priority()));
    }
    switch (trigger.misfire().resolved(trigger.timing())) {
      case NOW_WITH_EXISTING_COUNT, NOW_WITH_REMAINING_COUNT ->
          notes.remark(
              "after a missed fire Quartz counts on from the time it made up for; here the times"
                  + " stay where they are");
      case NEXT_WITH_EXISTING_COUNT, NEXT_WITH_REMAINING_COUNT -> {
        // Missed fires are dropped, as NONE does.
      }
      case IGNORE, SMART, FIRE_ONCE_NOW, DO_NOTHING, FIRE_NOW -> {
        // The same: see Misfire.
      }
    }
    if (trigger.data().opaque()) {
      notes.lost("its job data is a serialised Java object, which is not read");
    }
  }

  /// Which inputs a flow needs so that its triggers can give them.
  static Map<String, Optional<String>> inputs(List<Trigger> triggers, Job job) {
    var inputs = new LinkedHashMap<String, Optional<String>>();
    for (var trigger : triggers) {
      for (var key : trigger.data().values().keySet()) {
        inputs.put(key, Optional.ofNullable(job.data().values().get(key)));
      }
    }
    return inputs;
  }
}
