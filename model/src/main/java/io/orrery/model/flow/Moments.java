package io.orrery.model.flow;

import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;

/// The times at which a schedule is due, as its text gives them.
public sealed interface Moments {

  /// Those of a cron expression.
  ///
  /// @param text that its dialect accepts
  /// @param dst what becomes of times that a change of the clocks leaps over or repeats
  record OfCron(String text, CronDialect dialect, boolean withSeconds, DstRule dst)
      implements Moments {}

  /// Those of a list, in any order.
  ///
  /// @param instants dates that were written with an offset
  /// @param locals dates that were written without: they are of the schedule's zone
  record OnDates(List<Instant> instants, List<LocalDateTime> locals) implements Moments {
    public OnDates {
      instants = List.copyOf(instants);
      locals = List.copyOf(locals);
    }
  }
}
