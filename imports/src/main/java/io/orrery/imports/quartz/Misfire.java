package io.orrery.imports.quartz;

import io.orrery.imports.quartz.Scheduled.Timing;
import java.util.Optional;

/// What Quartz does with a fire that it missed, for all kinds of triggers.
enum Misfire {
  IGNORE,
  SMART,
  FIRE_ONCE_NOW,
  DO_NOTHING,
  FIRE_NOW,
  NOW_WITH_EXISTING_COUNT,
  NOW_WITH_REMAINING_COUNT,
  NEXT_WITH_REMAINING_COUNT,
  NEXT_WITH_EXISTING_COUNT;

  /// By the name of the constant, with `MISFIRE_INSTRUCTION_` or without.
  static Optional<Misfire> named(String name) {
    return switch (name.strip().replaceFirst("^MISFIRE_INSTRUCTION_", "")) {
      case "", "SMART_POLICY" -> Optional.of(SMART);
      case "IGNORE_MISFIRE_POLICY" -> Optional.of(IGNORE);
      case "FIRE_ONCE_NOW" -> Optional.of(FIRE_ONCE_NOW);
      case "DO_NOTHING" -> Optional.of(DO_NOTHING);
      case "FIRE_NOW" -> Optional.of(FIRE_NOW);
      case "RESCHEDULE_NOW_WITH_EXISTING_REPEAT_COUNT" -> Optional.of(NOW_WITH_EXISTING_COUNT);
      case "RESCHEDULE_NOW_WITH_REMAINING_REPEAT_COUNT" -> Optional.of(NOW_WITH_REMAINING_COUNT);
      case "RESCHEDULE_NEXT_WITH_REMAINING_COUNT" -> Optional.of(NEXT_WITH_REMAINING_COUNT);
      case "RESCHEDULE_NEXT_WITH_EXISTING_COUNT" -> Optional.of(NEXT_WITH_EXISTING_COUNT);
      default -> Optional.empty();
    };
  }

  /// By the number in the tables, whose meaning the kind of trigger decides.
  static Optional<Misfire> numbered(long number, boolean simple) {
    if (number == -1) return Optional.of(IGNORE);
    if (number == 0) return Optional.of(SMART);
    if (!simple) {
      return number == 1
          ? Optional.of(FIRE_ONCE_NOW)
          : number == 2 ? Optional.of(DO_NOTHING) : Optional.empty();
    }
    return switch ((int) number) {
      case 1 -> Optional.of(FIRE_NOW);
      case 2 -> Optional.of(NOW_WITH_EXISTING_COUNT);
      case 3 -> Optional.of(NOW_WITH_REMAINING_COUNT);
      case 4 -> Optional.of(NEXT_WITH_REMAINING_COUNT);
      case 5 -> Optional.of(NEXT_WITH_EXISTING_COUNT);
      default -> Optional.empty();
    };
  }

  /// The instruction that SMART stands for.
  Misfire resolved(Timing timing) {
    if (this != SMART) return this;
    return switch (timing) {
      case Timing.Simple simple ->
          simple.repeats() == 0
              ? FIRE_NOW
              : simple.repeats() == Timing.Simple.FOREVER
                  ? NEXT_WITH_REMAINING_COUNT
                  : NOW_WITH_EXISTING_COUNT;
      case Timing.OfCron _, Timing.Calendar _, Timing.Daily _, Timing.Unknown _ -> FIRE_ONCE_NOW;
    };
  }

  /// The value of `recoverMissedSchedules` that does the same.
  String recover(Timing timing) {
    return switch (resolved(timing)) {
      case IGNORE -> "ALL";
      case SMART, FIRE_ONCE_NOW, FIRE_NOW, NOW_WITH_EXISTING_COUNT, NOW_WITH_REMAINING_COUNT ->
          "LAST";
      case DO_NOTHING, NEXT_WITH_REMAINING_COUNT, NEXT_WITH_EXISTING_COUNT -> "NONE";
    };
  }
}
