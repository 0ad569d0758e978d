package io.orrery.engine.condition;

import io.orrery.engine.execution.Preparing;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Truth;
import io.orrery.expression.value.Dates;
import io.orrery.expression.value.Holidays;
import io.orrery.model.flow.Condition;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// Judges conditions (inventory §2.11).
public final class Judge {
  private Judge() {}

  /// @throws ExpressionException when a text of it does not render, or to something that it cannot
  ///   be asked with; when it asks about an execution and there is none
  public static boolean all(Collection<Condition> conditions, Asked asked) {
    for (var condition : conditions) {
      if (!holds(condition, asked)) {
        return false;
      }
    }
    return true;
  }

  /// @throws ExpressionException as [#all]
  public static boolean holds(Condition condition, Asked asked) {
    try {
      return judged(condition, asked);
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new ExpressionException(
          "condition " + name(condition) + " cannot be judged: " + e.getMessage(), 0, e);
    }
  }

  private static boolean judged(Condition condition, Asked asked) {
    return switch (condition) {
      case Condition.DateTimeBetween(var text, var after, var before) -> {
        var date = moment(text, asked);
        yield bound(after, date, (at, bound) -> at.isAfter(moment(bound, asked)))
            && bound(before, date, (at, bound) -> at.isBefore(moment(bound, asked)));
      }
      case Condition.TimeBetween(var text, var after, var before) -> {
        var time = moment(text, asked).toOffsetDateTime().toOffsetTime();
        yield bound(after, time, (at, bound) -> at.isAfter(time(bound, asked)))
            && bound(before, time, (at, bound) -> at.isBefore(time(bound, asked)));
      }
      case Condition.DayWeek(var date, var day) ->
          date(date, asked).getDayOfWeek() == DayOfWeek.valueOf(word(day, asked));
      case Condition.DayWeekInMonth(var date, var day, var place) ->
          inMonth(date(date, asked), DayOfWeek.valueOf(word(day, asked)), word(place, asked));
      case Condition.PublicHoliday(var date, var country, var part) ->
          Holidays.isHoliday(
              date(date, asked),
              country.map(it -> text(it, asked)),
              part.map(it -> text(it, asked)));
      case Condition.Weekend(var text) -> {
        var day = date(text, asked).getDayOfWeek();
        yield day == DayOfWeek.SATURDAY || day == DayOfWeek.SUNDAY;
      }
      case Condition.OnCalendar(var calendar) ->
          OpenDays.isOpen(calendar, date(Condition.SLOT_DATE, asked), asked);
      case Condition.Expression(var expression) -> Truth.of(asked.evaluate(expression));
      case Condition.Not(var conditions) ->
          conditions.stream().noneMatch(inner -> holds(inner, asked));
      case Condition.Or(var conditions) ->
          conditions.stream().anyMatch(inner -> holds(inner, asked));
      case Condition.And(var conditions) -> all(conditions, asked);
      case Condition.ExecutionFlow(var namespace, var flowId) -> {
        var flow = watched(condition, asked).flow();
        yield flow.namespace().equals(text(namespace, asked))
            && flow.id().equals(text(flowId, asked));
      }
      case Condition.ExecutionNamespace(var wanted, var comparison) -> {
        var namespace = watched(condition, asked).flow().namespace();
        var text = text(wanted, asked);
        yield switch (comparison) {
          case EQUALS -> namespace.equals(text);
          case PREFIX -> namespace.startsWith(text);
          case SUFFIX -> namespace.endsWith(text);
        };
      }
      case Condition.ExecutionLabels(var wanted) -> {
        var labels = watched(condition, asked).labels();
        yield wanted.entrySet().stream()
            .allMatch(it -> text(it.getValue(), asked).equals(labels.get(it.getKey())));
      }
      case Condition.ExecutionOutputs(var expression) ->
          !watched(condition, asked).outputs().isEmpty() && Truth.of(asked.evaluate(expression));
      case Condition.ExecutionStatus(var in, var notIn) -> {
        var state = watched(condition, asked).state();
        yield (in.isEmpty() || in.contains(state)) && !notIn.contains(state);
      }
      case Condition.HasRetryAttempt(var in, var notIn) -> asked.retried(in, notIn);
      case Condition.Filter filter -> filtered(filter, asked);
      // Met by several executions, never by one: see Gatherings.
      case Condition.Multiple _ -> false;
    };
  }

  private static boolean inMonth(LocalDate date, DayOfWeek day, String place) {
    int which = List.of("FIRST", "SECOND", "THIRD", "FOURTH", "LAST").indexOf(place) + 1;
    if (which == 0) {
      throw new IllegalArgumentException("'" + place + "' is no place in a month");
    }
    var adjuster =
        which < 5
            ? TemporalAdjusters.dayOfWeekInMonth(which, day)
            : TemporalAdjusters.lastInMonth(day);
    return date.with(adjuster).equals(date);
  }

  private static boolean filtered(Condition.Filter filter, Asked asked) {
    var execution = watched(filter, asked);
    var wanted = filter.value().orElse("");
    Object subject =
        switch (filter.field()) {
          case FLOW_ID -> execution.flow().id();
          case NAMESPACE -> execution.flow().namespace();
          case STATE -> execution.state().name();
          case EXPRESSION -> asked.evaluate(wanted);
        };
    var text = Preparing.text(subject);
    return switch (filter.test()) {
      case EQUAL_TO -> text.equals(wanted);
      case NOT_EQUAL_TO -> !text.equals(wanted);
      case IN -> filter.values().contains(text);
      case NOT_IN -> !filter.values().contains(text);
      case IS_TRUE -> Truth.of(subject);
      case IS_FALSE -> !Truth.of(subject);
      case IS_NULL -> subject == null;
      case IS_NOT_NULL -> subject != null;
      case STARTS_WITH -> text.startsWith(wanted);
      case ENDS_WITH -> text.endsWith(wanted);
      case CONTAINS -> text.contains(wanted);
      case REGEX -> matches(wanted, text);
    };
  }

  private static boolean matches(String pattern, String text) {
    try {
      return Pattern.matches(pattern, text);
    } catch (PatternSyntaxException e) {
      throw new ExpressionException("'" + pattern + "' is no regular expression", 0, e);
    }
  }

  private static <T> boolean bound(Optional<String> bound, T at, BiPredicate<T, String> test) {
    return bound.filter(text -> !text.isBlank()).map(text -> test.test(at, text)).orElse(true);
  }

  private static Watched watched(Condition condition, Asked asked) {
    return asked
        .watched()
        .orElseThrow(
            () ->
                new ExpressionException(
                    "condition "
                        + name(condition)
                        + " asks about an execution, and there is none here",
                    0));
  }

  private static Object required(String text, Asked asked) {
    var value = asked.evaluate(text);
    if (value == null) {
      throw new IllegalArgumentException("'" + text + "' renders to nothing");
    }
    return value instanceof String plain ? plain.strip() : value;
  }

  private static ZonedDateTime moment(String text, Asked asked) {
    return Dates.moment(required(text, asked), ZoneOffset.UTC, null, Locale.ROOT);
  }

  private static LocalDate date(String text, Asked asked) {
    return Dates.date(required(text, asked));
  }

  private static OffsetTime time(String text, Asked asked) {
    return OffsetTime.parse(text(text, asked));
  }

  private static String word(String text, Asked asked) {
    return text(text, asked).toUpperCase(Locale.ROOT);
  }

  private static String text(String text, Asked asked) {
    return Preparing.text(asked.evaluate(text)).strip();
  }

  private static String name(@Nullable Condition condition) {
    return condition == null ? "" : condition.getClass().getSimpleName();
  }
}
