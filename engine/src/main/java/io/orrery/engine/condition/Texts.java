package io.orrery.engine.condition;

import io.orrery.model.flow.Condition;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What must be rendered, or looked up, before a condition can be judged.
public final class Texts {
  private Texts() {}

  static boolean isTemplate(String text) {
    return text.contains("{{") || text.contains("{%") || text.contains("{#");
  }

  /// Whether the text says no more than the date of the slot.
  public static boolean isSlotDate(String text) {
    return text.replace(" ", "").equals("{{trigger.date}}");
  }

  /// Whether an execution's own record is enough to judge it.
  public static boolean plain(Condition condition) {
    return of(condition).noneMatch(Texts::isTemplate) && all(condition).noneMatch(Texts::looksUp);
  }

  /// Whether a slot's date is enough to judge it.
  public static boolean onDates(Condition condition) {
    return all(condition).allMatch(Texts::aboutDate)
        && of(condition).allMatch(text -> isSlotDate(text) || !isTemplate(text));
  }

  /// Whether it holds for all of a local day or for none of it.
  public static boolean wholeDays(Condition condition) {
    return all(condition)
        .allMatch(
            it ->
                !(it instanceof Condition.TimeBetween || it instanceof Condition.DateTimeBetween));
  }

  private static boolean looksUp(Condition condition) {
    return condition instanceof Condition.HasRetryAttempt
        || condition instanceof Condition.Expression
        || condition instanceof Condition.ExecutionOutputs
        || (condition instanceof Condition.Filter filter
            && filter.field() == Condition.Filter.Field.EXPRESSION);
  }

  private static boolean aboutDate(Condition condition) {
    return switch (condition) {
      case Condition.DateTimeBetween _,
          Condition.DayWeek _,
          Condition.DayWeekInMonth _,
          Condition.PublicHoliday _,
          Condition.TimeBetween _,
          Condition.Weekend _,
          Condition.Not _,
          Condition.Or _,
          Condition.And _ ->
          true;
      case Condition.OnCalendar(var calendar) -> calendar.isWhole();
      case Condition.Expression _,
          Condition.ExecutionFlow _,
          Condition.ExecutionLabels _,
          Condition.ExecutionNamespace _,
          Condition.ExecutionOutputs _,
          Condition.ExecutionStatus _,
          Condition.HasRetryAttempt _,
          Condition.Filter _,
          Condition.Multiple _ ->
          false;
    };
  }

  /// The condition and all inside it.
  private static Stream<Condition> all(Condition condition) {
    return Stream.concat(Stream.of(condition), inner(condition).stream().flatMap(Texts::all));
  }

  private static List<Condition> inner(Condition condition) {
    return switch (condition) {
      case Condition.Not(var conditions) -> conditions;
      case Condition.Or(var conditions) -> conditions;
      case Condition.And(var conditions) -> conditions;
      case Condition.DateTimeBetween _,
          Condition.DayWeek _,
          Condition.DayWeekInMonth _,
          Condition.PublicHoliday _,
          Condition.TimeBetween _,
          Condition.Weekend _,
          Condition.OnCalendar _,
          Condition.Expression _,
          Condition.ExecutionFlow _,
          Condition.ExecutionLabels _,
          Condition.ExecutionNamespace _,
          Condition.ExecutionOutputs _,
          Condition.ExecutionStatus _,
          Condition.HasRetryAttempt _,
          Condition.Filter _,
          Condition.Multiple _ ->
          List.of();
    };
  }

  /// All texts that may be templates.
  private static Stream<String> of(Condition condition) {
    return switch (condition) {
      case Condition.DateTimeBetween(var date, var after, var before) -> texts(date, after, before);
      case Condition.TimeBetween(var date, var after, var before) -> texts(date, after, before);
      case Condition.DayWeek(var date, var day) -> Stream.of(date, day);
      case Condition.DayWeekInMonth(var date, var day, var place) -> Stream.of(date, day, place);
      case Condition.PublicHoliday(var date, var country, var part) -> texts(date, country, part);
      case Condition.Weekend(var date) -> Stream.of(date);
      case Condition.OnCalendar _ -> Stream.of(Condition.SLOT_DATE);
      case Condition.Expression(var expression) -> Stream.of(expression);
      case Condition.ExecutionOutputs(var expression) -> Stream.of(expression);
      case Condition.ExecutionFlow(var namespace, var flowId) -> Stream.of(namespace, flowId);
      case Condition.ExecutionNamespace(var namespace, _) -> Stream.of(namespace);
      case Condition.ExecutionLabels(var labels) -> labels.values().stream();
      case Condition.Filter filter ->
          Stream.concat(filter.value().stream(), filter.values().stream());
      case Condition.Not _, Condition.Or _, Condition.And _ ->
          inner(condition).stream().flatMap(Texts::of);
      case Condition.ExecutionStatus _, Condition.HasRetryAttempt _, Condition.Multiple _ ->
          Stream.of();
    };
  }

  private static Stream<String> texts(String date, Optional<String> one, Optional<String> another) {
    return Stream.concat(Stream.of(date), Stream.concat(one.stream(), another.stream()));
  }
}
