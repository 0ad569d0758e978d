package io.orrery.engine.trigger;

import io.orrery.engine.condition.Judge;
import io.orrery.engine.condition.PlainAsked;
import io.orrery.engine.condition.Texts;
import io.orrery.expression.ExpressionException;
import io.orrery.model.flow.Condition;
import io.orrery.model.flow.TriggerDef.Schedule;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/// The conditions of a schedule that look at nothing but the slot's own date, so that they say
/// which slots there are. The others are judged when a slot is due, see [#late].
///
/// @param wholeDays each condition holds for all of a local day or for none of it
/// @param from no slot before it satisfies them
record DateConditions(List<Condition> conditions, boolean wholeDays, Optional<Instant> from) {

  static DateConditions of(Schedule schedule) {
    var found =
        schedule.conditions().stream()
            .filter(Texts::onDates)
            .filter(condition -> MovedSlots.calendar(condition).isEmpty())
            .toList();
    return new DateConditions(
        found,
        found.stream().allMatch(Texts::wholeDays),
        found.stream().flatMap(condition -> after(condition).stream()).max(Instant::compareTo));
  }

  /// One of them by itself.
  static DateConditions only(Condition condition) {
    return new DateConditions(List.of(condition), false, Optional.empty());
  }

  /// Those that must be rendered first.
  static List<Condition> late(Schedule schedule) {
    return schedule.conditions().stream().filter(condition -> !Texts.onDates(condition)).toList();
  }

  boolean isEmpty() {
    return conditions.isEmpty();
  }

  /// A condition that cannot be judged does not hold.
  boolean hold(ZonedDateTime date) {
    try {
      return Judge.all(conditions, PlainAsked.on(date));
    } catch (ExpressionException _) {
      return false;
    }
  }

  private static Optional<Instant> after(Condition condition) {
    if (!(condition instanceof Condition.DateTimeBetween between
        && Texts.isSlotDate(between.date()))) {
      return Optional.empty();
    }
    try {
      return between.after().map(text -> ZonedDateTime.parse(text.strip()).toInstant());
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }
}
