package io.orrery.app.command;

import io.orrery.engine.trigger.Schedules;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.problem.Parsed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/// When the schedules of a flow file fall due.
final class NextOfFlow {
  private NextOfFlow() {}

  /// @param trigger that one alone; absent: all of the flow's
  /// @param after in the zone of those that name none
  /// @return the exit code
  static int print(
      Outside outside, Path file, Optional<String> trigger, ZonedDateTime after, int count) {
    List<Schedule> schedules;
    try {
      switch (outside.parts().read(FlowFiles.text(file))) {
        case Parsed.Ok<Flow>(var flow, var _) -> schedules = schedules(flow, trigger);
        case Parsed.Bad<Flow>(var problems) -> {
          problems.forEach(problem -> outside.err().println(problem.text(file.toString())));
          return ExitCode.INVALID;
        }
      }
    } catch (IOException e) {
      outside.err().println("orrery: cannot read the flow: " + e.getMessage());
      return ExitCode.INVALID;
    }
    if (schedules.isEmpty()) {
      outside
          .err()
          .println(
              "The flow has no schedule" + trigger.map(it -> " '" + it + "'").orElse("") + ".");
      return ExitCode.INVALID;
    }
    schedules.forEach(schedule -> print(outside, schedule, after, count));
    return ExitCode.DONE;
  }

  private static List<Schedule> schedules(Flow flow, Optional<String> trigger) {
    return flow.triggers().stream()
        .filter(Schedule.class::isInstance)
        .map(Schedule.class::cast)
        .filter(schedule -> trigger.map(schedule.id()::equals).orElse(true))
        .toList();
  }

  private static void print(Outside outside, Schedule schedule, ZonedDateTime after, int count) {
    var zone = schedule.zone().orElse(after.getZone());
    var slots = Schedules.slots(schedule, after.getZone());
    var slot = slots.next(after.toInstant());
    for (int i = 0; i < count; i++) {
      if (slot.isEmpty()) {
        outside.err().println(schedule.id() + " never falls due" + (i == 0 ? "." : " again."));
        return;
      }
      var date = NextCommand.SLOT.format(slot.get().atZone(zone));
      outside.out().println(date + "  " + schedule.id());
      slot = slots.next(slot.get());
    }
  }
}
