package io.orrery.conformance.cron;

import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Moments;
import io.orrery.conformance.subject.Unsupported;
import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.BackfillEvent;
import io.orrery.engine.trigger.Backfills;
import io.orrery.engine.trigger.Start;
import io.orrery.engine.trigger.TriggerEvent;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.TriggerTransition;
import io.orrery.engine.trigger.Triggers;
import io.orrery.model.flow.TriggerDef.Schedule;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Backfills of a line, as far as the machine of one decides them.
final class BackfillRunner {
  private BackfillRunner() {}

  /// A backfill as a line writes it, in the middle of its way or at its start.
  static Backfill begun(Map<String, Object> given, Instant now) {
    var start =
        moment(given.get("currentDate"))
            .or(() -> moment(given.get("start")))
            .orElseThrow(() -> new Unsupported("a backfill without start"));
    return Backfill.asked(
        "backfill",
        start,
        moment(given.get("end")).orElse(now),
        Boolean.TRUE.equals(given.get("paused")),
        Json.members(given.get("inputs")),
        ScheduleReading.labels(given.get("labels")),
        now);
  }

  /// The first execution that it makes.
  static Optional<Start> first(Schedule schedule, Backfill backfill, Instant now) {
    var unseen = TriggerState.unseen(ScheduleRunner.ID, now);
    var defined =
        Triggers.decide(schedule, ZoneOffset.UTC, unseen, new TriggerEvent.Defined(1, now)).state();
    var asked = new BackfillEvent.Asked(backfill, now);
    var state = Backfills.decide(schedule, ZoneOffset.UTC, defined, asked).state();
    return next(schedule, state, now).starts().stream().findFirst();
  }

  /// What follows when it may go on, its conditions judged first.
  static TriggerTransition next(Schedule schedule, TriggerState state, Instant now) {
    var unjudged = new BackfillEvent.Due(now, Map.of());
    var starts = Backfills.decide(schedule, ZoneOffset.UTC, state, unjudged).starts();
    var due = new BackfillEvent.Due(now, LateConditions.judged(schedule, starts, now));
    return Backfills.decide(schedule, ZoneOffset.UTC, state, due);
  }

  private static Optional<Instant> moment(@Nullable Object text) {
    return text == null ? Optional.empty() : Moments.read(text, ZoneOffset.UTC);
  }
}
