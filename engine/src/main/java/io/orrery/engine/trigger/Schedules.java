package io.orrery.engine.trigger;

import io.orrery.model.flow.Moments;
import io.orrery.model.flow.TriggerDef.Schedule;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/// The slots of a schedule as it is defined.
public final class Schedules {

  private Schedules() {}

  /// The first slot strictly after `after`, in the schedule's zone: what people are shown as the
  /// next date. Where no date within ten years satisfies the conditions it is one that does not,
  /// and behind the last one of a list it is a year ahead, as Kestra shows it; nothing fires then.
  ///
  /// @param defaultZone where the schedule names none
  public static Optional<ZonedDateTime> next(Schedule schedule, ZoneId defaultZone, Instant after) {
    var zone = zone(schedule, defaultZone);
    return slots(schedule, defaultZone)
        .next(after)
        .or(() -> moments(schedule, defaultZone).next(after))
        .map(slot -> slot.atZone(zone))
        .or(() -> placeholder(schedule, after.atZone(zone)));
  }

  private static Optional<ZonedDateTime> placeholder(Schedule schedule, ZonedDateTime after) {
    return switch (schedule.moments()) {
      case Moments.OnDates _ -> Optional.of(after.plusYears(1));
      case Moments.OfCron _ -> Optional.empty();
    };
  }

  /// The last slot strictly before `before`, in the schedule's zone.
  public static Optional<ZonedDateTime> previous(
      Schedule schedule, ZoneId defaultZone, Instant before) {
    var zone = zone(schedule, defaultZone);
    return slots(schedule, defaultZone).previous(before).map(slot -> slot.atZone(zone));
  }

  /// All of them, as far as the conditions on dates hold.
  public static Slots slots(Schedule schedule, ZoneId defaultZone) {
    var all = MovedSlots.of(schedule, moments(schedule, defaultZone), zone(schedule, defaultZone));
    var conditions = DateConditions.of(schedule);
    return conditions.isEmpty()
        ? all
        : new ConditionedSlots(all, conditions, zone(schedule, defaultZone));
  }

  /// Whether the schedule names the instant, whatever its conditions on dates say.
  static boolean named(Schedule schedule, ZoneId defaultZone, Instant slot) {
    return moments(schedule, defaultZone).weight(slot) > 0;
  }

  /// The instant behind which the slots of a schedule that is new at `at` are owed: of a cron those
  /// to come, of a list of dates every one (Kestra's rule), to be decided by its policy.
  static Instant beginning(Schedule schedule, ZoneId defaultZone, Instant at) {
    return switch (schedule.moments()) {
      case Moments.OfCron _ -> at;
      case Moments.OnDates dates ->
          DateSlots.of(dates, zone(schedule, defaultZone))
              .first()
              .map(first -> first.minusNanos(1))
              .filter(first -> first.isBefore(at))
              .orElse(at);
    };
  }

  /// Whatever its conditions are. A schedule whose cron cannot be read has none: its flow was
  /// refused when it was saved, and an old one that no longer reads must not stop the others.
  private static Slots moments(Schedule schedule, ZoneId defaultZone) {
    var zone = zone(schedule, defaultZone);
    return switch (schedule.moments()) {
      case Moments.OnDates dates -> DateSlots.of(dates, zone);
      case Moments.OfCron(var text, var dialect, var withSeconds, var dst) -> {
        try {
          yield Cron.parse(text, dialect, withSeconds).timetable(zone, dst);
        } catch (CronProblem _) {
          yield new DateSlots(List.of());
        }
      }
    };
  }

  static ZoneId zone(Schedule schedule, ZoneId defaultZone) {
    return schedule.zone().orElse(defaultZone);
  }
}
