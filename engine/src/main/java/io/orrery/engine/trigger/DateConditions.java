package io.orrery.engine.trigger;

import io.orrery.model.flow.TriggerDef.Schedule;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The conditions of a schedule that look at nothing but the slot's own date, so that they say
/// which slots there are (inventory §2.11). Conditions of other kinds are left aside; reading the
/// flow says so.
///
/// @param wholeDays each condition holds for all of a local day or for none of it
/// @param from no slot before it satisfies them
record DateConditions(
    List<Predicate<ZonedDateTime>> conditions, boolean wholeDays, Optional<Instant> from) {

  static DateConditions of(Schedule schedule) {
    var found = new ArrayList<Predicate<ZonedDateTime>>();
    boolean wholeDays = true;
    Optional<Instant> from = Optional.empty();
    for (var item : listed(schedule)) {
      if (!(item instanceof Map<?, ?> condition)) {
        continue;
      }
      var read = read(condition);
      if (read.isEmpty()) {
        continue;
      }
      found.add(read.get());
      var kind = kind(condition);
      wholeDays &=
          kind.equals("DayWeek") || kind.equals("DayWeekInMonth") || kind.equals("Weekend");
      if (kind.equals("DateTimeBetween")) {
        from = moment(condition.get("after")).map(ZonedDateTime::toInstant);
      }
    }
    return new DateConditions(found, wholeDays, from);
  }

  boolean isEmpty() {
    return conditions.isEmpty();
  }

  boolean hold(ZonedDateTime date) {
    return conditions.stream().allMatch(condition -> condition.test(date));
  }

  private static List<?> listed(Schedule schedule) {
    var given = schedule.extra().get("conditions");
    var old = schedule.extra().get("scheduleConditions");
    return given instanceof List<?> list ? list : old instanceof List<?> list ? list : List.of();
  }

  /// `io.kestra.plugin.core.condition.DayWeek` and `…types.DayWeekCondition` are both DayWeek.
  private static String kind(Map<?, ?> condition) {
    var type = String.valueOf(condition.get("type"));
    var name = type.substring(type.lastIndexOf('.') + 1);
    return name.endsWith("Condition") ? name.substring(0, name.length() - 9) : name;
  }

  private static Optional<Predicate<ZonedDateTime>> read(Map<?, ?> condition) {
    if (!aboutTheSlot(condition.get("date"))) {
      return Optional.empty();
    }
    try {
      return switch (kind(condition)) {
        case "Weekend" -> Optional.of(DateConditions::weekend);
        case "DayWeek" -> {
          var day = DayOfWeek.valueOf(word(condition.get("dayOfWeek")));
          yield Optional.of(date -> date.getDayOfWeek() == day);
        }
        case "DayWeekInMonth" -> Optional.of(inMonth(condition));
        case "TimeBetween" -> Optional.of(times(condition));
        case "DateTimeBetween" -> Optional.of(dates(condition));
        case "Not" ->
            inner(condition).map(all -> date -> all.stream().noneMatch(it -> it.test(date)));
        case "Or" ->
            inner(condition).map(all -> date -> all.stream().anyMatch(it -> it.test(date)));
        default -> Optional.empty();
      };
    } catch (IllegalArgumentException | DateTimeException _) {
      return Optional.empty(); // not a day, not a time: reading the flow refused it, or will
    }
  }

  private static Optional<List<Predicate<ZonedDateTime>>> inner(Map<?, ?> condition) {
    var all = new ArrayList<Predicate<ZonedDateTime>>();
    if (condition.get("conditions") instanceof List<?> list) {
      for (var item : list) {
        var read =
            item instanceof Map<?, ?> map ? read(map) : Optional.<Predicate<ZonedDateTime>>empty();
        if (read.isEmpty()) {
          return Optional.empty();
        }
        all.add(read.get());
      }
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(all);
  }

  /// A condition that names another date than the slot's cannot be decided here.
  private static boolean aboutTheSlot(@Nullable Object date) {
    return date == null || date.toString().replace(" ", "").equals("{{trigger.date}}");
  }

  private static String word(@Nullable Object value) {
    return String.valueOf(value).strip().toUpperCase(Locale.ROOT);
  }

  private static boolean weekend(ZonedDateTime date) {
    return date.getDayOfWeek() == DayOfWeek.SATURDAY || date.getDayOfWeek() == DayOfWeek.SUNDAY;
  }

  private static Predicate<ZonedDateTime> inMonth(Map<?, ?> condition) {
    var day = DayOfWeek.valueOf(word(condition.get("dayOfWeek")));
    var which =
        List.of("FIRST", "SECOND", "THIRD", "FOURTH").indexOf(word(condition.get("dayInMonth")))
            + 1;
    var adjuster =
        which > 0
            ? TemporalAdjusters.dayOfWeekInMonth(which, day)
            : TemporalAdjusters.lastInMonth(day);
    return date -> date.toLocalDate().with(adjuster).equals(date.toLocalDate());
  }

  private static Predicate<ZonedDateTime> times(Map<?, ?> condition) {
    var after =
        Optional.ofNullable(condition.get("after")).map(it -> OffsetTime.parse(it.toString()));
    var before =
        Optional.ofNullable(condition.get("before")).map(it -> OffsetTime.parse(it.toString()));
    return date -> {
      var time = date.toOffsetDateTime().toOffsetTime();
      return after.map(time::isAfter).orElse(true) && before.map(time::isBefore).orElse(true);
    };
  }

  private static Predicate<ZonedDateTime> dates(Map<?, ?> condition) {
    var after = moment(condition.get("after"));
    var before = moment(condition.get("before"));
    return date -> after.map(date::isAfter).orElse(true) && before.map(date::isBefore).orElse(true);
  }

  private static Optional<ZonedDateTime> moment(@Nullable Object text) {
    return Optional.ofNullable(text).map(it -> ZonedDateTime.parse(it.toString()));
  }
}
