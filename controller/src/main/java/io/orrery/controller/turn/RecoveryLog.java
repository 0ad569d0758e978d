package io.orrery.controller.turn;

import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.engine.trigger.TriggerTransition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// What one event decided about slots that were not decided at their instant, in words: a line for
/// each kind of decision, never a bare number.
final class RecoveryLog {
  private RecoveryLog() {}

  private record Kind(Decision decision, Cause cause, String policy) {}

  private record Batch(Instant first, Instant last, long count, Duration lateness) {
    Batch with(Instant slot, Duration late) {
      return new Batch(
          slot.isBefore(first) ? slot : first,
          slot.isAfter(last) ? slot : last,
          count + 1,
          late.compareTo(lateness) > 0 ? late : lateness);
    }
  }

  static List<String> of(TriggerTransition transition) {
    var trigger = transition.state().id();
    var lines = new ArrayList<String>();
    for (SkipRange skip : transition.skips()) {
      var batch =
          new Batch(
              skip.from(),
              skip.to(),
              skip.count(),
              Duration.between(skip.from(), skip.decidedAt()));
      lines.add(line(trigger, new Kind(skip.decision(), skip.cause(), skip.policy()), batch));
    }
    var fired = new LinkedHashMap<Kind, Batch>();
    for (Fire fire : transition.fires()) {
      if (fire.cause() == Cause.ON_TIME || fire.cause() == Cause.LOCKED) continue;
      var late = Duration.ofMillis(fire.lateBy());
      fired.merge(
          new Kind(fire.decision(), fire.cause(), fire.policy()),
          new Batch(fire.slot(), fire.slot(), 1, late),
          (known, one) -> known.with(one.first(), one.lateness()));
    }
    fired.forEach((kind, batch) -> lines.add(line(trigger, kind, batch)));
    return lines;
  }

  private static String line(Object trigger, Kind kind, Batch batch) {
    return "recovery trigger=%s first=%s last=%s count=%d decision=%s cause=%s policy=%s lateness=%s"
        .formatted(
            trigger,
            batch.first(),
            batch.last(),
            batch.count(),
            kind.decision(),
            kind.cause(),
            kind.policy(),
            batch.lateness());
  }
}
