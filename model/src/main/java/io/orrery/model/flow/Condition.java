package io.orrery.model.flow;

import io.orrery.model.state.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What must hold for a trigger to fire or a listener to run. Every text may be a template; what it
/// is once rendered is checked when the condition is judged. Source: inventory §2.11.
public sealed interface Condition {

  /// The date of the slot that a schedule asks about: what conditions on dates look at when they
  /// name none.
  String SLOT_DATE = "{{ trigger.date }}";

  /// The date lies strictly between the two moments; a missing one is no bound.
  ///
  /// @param after an ISO date with time and offset, as `before`
  record DateTimeBetween(String date, Optional<String> after, Optional<String> before)
      implements Condition {}

  /// @param dayOfWeek MONDAY …
  record DayWeek(String date, String dayOfWeek) implements Condition {}

  /// @param dayInMonth FIRST, SECOND, THIRD, FOURTH or LAST
  record DayWeekInMonth(String date, String dayOfWeek, String dayInMonth) implements Condition {}

  /// @param country an ISO 3166 code; absent: the country of the server's locale
  /// @param subDivision the part of the country after its code, as `by` for Bavaria
  record PublicHoliday(String date, Optional<String> country, Optional<String> subDivision)
      implements Condition {}

  /// The time of the date lies strictly between the two; nothing wraps around midnight.
  ///
  /// @param after a time with an offset, as `before`
  record TimeBetween(String date, Optional<String> after, Optional<String> before)
      implements Condition {}

  record Weekend(String date) implements Condition {}

  /// The day of the slot is open in the calendar: what `calendar` of a schedule is.
  record OnCalendar(BusinessCalendar calendar) implements Condition {}

  /// Holds when it renders to something true.
  record Expression(String expression) implements Condition {}

  /// None of them holds.
  record Not(List<Condition> conditions) implements Condition {
    public Not {
      conditions = List.copyOf(conditions);
    }
  }

  record Or(List<Condition> conditions) implements Condition {
    public Or {
      conditions = List.copyOf(conditions);
    }
  }

  /// All of them hold: what a filter with the operand AND is.
  record And(List<Condition> conditions) implements Condition {
    public And {
      conditions = List.copyOf(conditions);
    }
  }

  record ExecutionFlow(String namespace, String flowId) implements Condition {}

  /// All of the labels are there, with these values.
  record ExecutionLabels(Map<String, String> labels) implements Condition {
    public ExecutionLabels {
      labels = Copies.map(labels);
    }
  }

  record ExecutionNamespace(String namespace, Comparison comparison) implements Condition {}

  enum Comparison {
    EQUALS,
    PREFIX,
    SUFFIX
  }

  /// The execution has outputs, and the expression, which sees them as `trigger.outputs`, is true.
  record ExecutionOutputs(String expression) implements Condition {}

  /// @param in empty: any
  record ExecutionStatus(List<State> in, List<State> notIn) implements Condition {
    public ExecutionStatus {
      in = List.copyOf(in);
      notIn = List.copyOf(notIn);
    }
  }

  /// A task run was tried more than once, and one of its tries ended so.
  ///
  /// @param in empty: any
  record HasRetryAttempt(List<State> in, List<State> notIn) implements Condition {
    public HasRetryAttempt {
      in = List.copyOf(in);
      notIn = List.copyOf(notIn);
    }
  }

  /// One filter of a precondition.
  ///
  /// @param value the other side of a comparison; for EXPRESSION the expression itself
  /// @param values the other side of IN and NOT_IN
  record Filter(Field field, Test test, Optional<String> value, List<String> values)
      implements Condition {
    public Filter {
      values = List.copyOf(values);
    }

    public enum Field {
      FLOW_ID,
      NAMESPACE,
      STATE,
      EXPRESSION
    }

    public enum Test {
      EQUAL_TO,
      NOT_EQUAL_TO,
      IN,
      NOT_IN,
      IS_TRUE,
      IS_FALSE,
      IS_NULL,
      IS_NOT_NULL,
      STARTS_WITH,
      ENDS_WITH,
      REGEX,
      CONTAINS
    }
  }

  /// Several conditions, each to be met by some execution within one window of time. Only a Flow
  /// trigger can have it.
  record Multiple(Gathering gathering) implements Condition {}
}
