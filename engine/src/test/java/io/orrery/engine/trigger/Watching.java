package io.orrery.engine.trigger;

import io.orrery.engine.trigger.EvaluationEvent.Finding;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.OnWorker;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.problem.Position;
import io.orrery.model.state.LogLevel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Triggers on workers for tests.
final class Watching {
  private Watching() {}

  static final TriggerId ID = new TriggerId(new FlowId("company.team", "etl"), "watch");
  static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  static TriggerDef.Common common(boolean disabled, boolean failing) {
    return new TriggerDef.Common(
        ID.id(),
        "test.Trigger",
        Optional.empty(),
        disabled,
        Map.of(),
        List.of(),
        failing,
        Position.NONE);
  }

  static TriggerDef.Polling polling(boolean concurrent) {
    return polling(Duration.ofMinutes(1), concurrent, false);
  }

  static TriggerDef.Polling polling(Duration interval, boolean concurrent, boolean failing) {
    return new TriggerDef.Polling(
        common(false, failing),
        Map.of(),
        List.of(),
        Map.of(),
        LogLevel.TRACE,
        interval,
        Optional.empty(),
        concurrent);
  }

  static TriggerDef.Realtime realtime(boolean failing) {
    return new TriggerDef.Realtime(
        common(false, failing), Map.of(), List.of(), Map.of(), LogLevel.TRACE);
  }

  static Instant after(long seconds) {
    return START.plusSeconds(seconds);
  }

  /// Saved for the first time at the start.
  static TriggerState defined(OnWorker definition) {
    var unseen = Evaluating.unseen(definition, TriggerState.unseen(ID, START), START);
    return Evaluating.decide(definition, unseen, new EvaluationEvent.Defined(1, START)).state();
  }

  static Finding found(String execution) {
    return new Finding(new ExecutionId(execution), Map.of("is", execution), new Verdict.Holds());
  }
}
