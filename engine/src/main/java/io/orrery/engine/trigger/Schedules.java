package io.orrery.engine.trigger;

import io.orrery.model.flow.TriggerDef.Schedule;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;

/// The slots of a schedule as it is defined.
public final class Schedules {

  private Schedules() {}

  /// The first slot strictly after `after`, in the schedule's zone: what people are shown as the
  /// next date. Where no date within ten years satisfies the conditions it is the cron's own, as
  /// Kestra shows it; nothing fires then.
  ///
  /// @param defaultZone where the schedule names none
  public static Optional<ZonedDateTime> next(Schedule schedule, ZoneId defaultZone, Instant after) {
    var zone = zone(schedule, defaultZone);
    return slots(schedule, defaultZone)
        .next(after)
        .or(() -> cronSlots(schedule, defaultZone).next(after))
        .map(slot -> slot.atZone(zone));
  }

  /// The last slot strictly before `before`, in the schedule's zone.
  public static Optional<ZonedDateTime> previous(
      Schedule schedule, ZoneId defaultZone, Instant before) {
    var zone = zone(schedule, defaultZone);
    return slots(schedule, defaultZone).previous(before).map(slot -> slot.atZone(zone));
  }

  /// All of them: the cron's, as far as the conditions on dates hold.
  public static Slots slots(Schedule schedule, ZoneId defaultZone) {
    var all = cronSlots(schedule, defaultZone);
    var conditions = DateConditions.of(schedule);
    return conditions.isEmpty()
        ? all
        : new ConditionedSlots(all, conditions, zone(schedule, defaultZone));
  }

  /// A schedule whose cron cannot be read has none: its flow was refused when it was saved, and an
  /// old one that no longer reads must not stop the others.
  private static Slots cronSlots(Schedule schedule, ZoneId defaultZone) {
    try {
      return Cron.parse(schedule.cron(), schedule.dialect(), schedule.withSeconds())
          .timetable(zone(schedule, defaultZone), schedule.dst());
    } catch (CronProblem _) {
      return new NoSlots();
    }
  }

  static ZoneId zone(Schedule schedule, ZoneId defaultZone) {
    return schedule.zone().orElse(defaultZone);
  }

  private record NoSlots() implements Slots {
    @Override
    public Optional<Instant> next(Instant after) {
      return Optional.empty();
    }

    @Override
    public Optional<Instant> previous(Instant before) {
      return Optional.empty();
    }

    @Override
    public long count(Instant from, Instant to) {
      return 0;
    }

    @Override
    public int weight(Instant slot) {
      return 0;
    }
  }
}
