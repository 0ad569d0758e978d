package io.orrery.model.flow;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Days on which a schedule is due, and on which it is not.
///
/// A day is open when one of `include` has it, or none of `exclude` does: so a Saturday that is
/// worked is said beside the weekends that are not.
public record BusinessCalendar(List<Days> exclude, List<Days> include, OnExcluded onExcluded) {

  public BusinessCalendar {
    exclude = List.copyOf(exclude);
    include = List.copyOf(include);
  }

  /// Whether it says all of itself, and no file of the namespace is needed.
  public boolean isWhole() {
    return exclude.stream().noneMatch(Days.Named.class::isInstance)
        && include.stream().noneMatch(Days.Named.class::isInstance);
  }

  /// What becomes of a time on a day that is not open.
  public enum OnExcluded {
    /// It is none.
    SKIP,
    /// It is due at the same time of the next open day; once, should that day have it already.
    NEXT_DAY,
    /// It is due at the same time of the open day before.
    PREVIOUS_DAY
  }

  /// Some days.
  public sealed interface Days {

    record On(LocalDate date) implements Days {}

    /// @param last included
    record Between(LocalDate first, LocalDate last) implements Days {}

    /// Every year. The 29th of February is no day of most of them.
    record Yearly(MonthDay day) implements Days {}

    record Weekly(Set<DayOfWeek> days) implements Days {
      public Weekly {
        days = Collections.unmodifiableSet(EnumSet.copyOf(days));
      }
    }

    /// Public holidays.
    ///
    /// @param country an ISO 3166 code
    /// @param subDivision the part of the country after its code, as `by` for Bavaria
    record Holidays(String country, Optional<String> subDivision) implements Days {}

    /// The days that a calendar of the namespace excludes: `calendars/NAME.yaml`, or the events of
    /// `calendars/NAME.ics`.
    record Named(String name) implements Days {}
  }
}
