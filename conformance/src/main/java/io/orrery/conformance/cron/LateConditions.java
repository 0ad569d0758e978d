package io.orrery.conformance.cron;

import io.orrery.engine.condition.Judge;
import io.orrery.engine.trigger.Start;
import io.orrery.engine.trigger.Triggers;
import io.orrery.engine.trigger.Verdict;
import io.orrery.expression.ExpressionException;
import io.orrery.model.flow.TriggerDef.Schedule;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The conditions of a schedule that must be rendered, judged as a controller would.
final class LateConditions {
  private LateConditions() {}

  static Map<Instant, Verdict> judged(Schedule schedule, List<Start> starts, Instant now) {
    var verdicts = new LinkedHashMap<Instant, Verdict>();
    for (var start : starts) {
      var variables = Map.<String, Object>of("trigger", start.variables());
      var asked = new RenderedAsked(Optional.empty(), variables, List.of(), now);
      verdicts.put(start.slot(), verdict(schedule, asked));
    }
    return verdicts;
  }

  private static Verdict verdict(Schedule schedule, RenderedAsked asked) {
    try {
      return Judge.all(Triggers.judged(schedule), asked)
          ? new Verdict.Holds()
          : new Verdict.Fails();
    } catch (ExpressionException e) {
      return new Verdict.Unable(String.valueOf(e.getMessage()));
    }
  }
}
