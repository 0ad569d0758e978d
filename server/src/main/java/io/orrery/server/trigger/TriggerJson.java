package io.orrery.server.trigger;

import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.Evaluation;
import io.orrery.engine.trigger.Evaluation.Dispatched;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.server.flow.FlowJson;
import io.orrery.server.json.JsonMap;
import java.util.Map;
import java.util.Optional;

/// A trigger as JSON: the fields of Kestra 1 and of Kestra 2 in one object, where they have
/// different names for one thing.
public final class TriggerJson {
  private TriggerJson() {}

  public static Map<String, Object> state(TriggerState state) {
    var evaluation = state.evaluation();
    return new JsonMap()
        .with("namespace", state.id().flow().namespace())
        .with("flowId", state.id().flow().id())
        .with("triggerId", state.id().id())
        .with("flowRevision", state.revision())
        .with("kind", evaluation.map(it -> it.kind().name()).orElse("SCHEDULE"))
        .with("disabled", state.disabled())
        .with("stopReason", state.stopReason())
        .with("executionId", state.holder().map(Object::toString))
        .with("locked", state.holder().isPresent())
        .with("backfill", state.backfill().map(backfill -> backfill(state, backfill)))
        .with("workerId", evaluation.flatMap(Evaluation::dispatched).map(Dispatched::worker))
        .with("evaluation", evaluation.map(TriggerJson::evaluation))
        // Kestra 1
        .with("evaluateRunningDate", evaluation.flatMap(Evaluation::dispatchedAt))
        .with("date", state.lastSlot())
        .with("nextExecutionDate", state.nextSlot())
        .with("updatedDate", state.updatedAt())
        // Kestra 2
        .with("evaluatedAt", state.lastSlot())
        .with("nextEvaluationDate", state.nextSlot())
        .with("lastTriggeredDate", state.lastFiredAt())
        .with("updatedAt", state.updatedAt())
        .map();
  }

  /// How a trigger that runs on a worker fares. What it keeps in mind is its plugin's business.
  private static Map<String, Object> evaluation(Evaluation evaluation) {
    return new JsonMap()
        .with("running", evaluation.underWay())
        .with("since", evaluation.dispatchedAt())
        .with("dispatchEpoch", evaluation.epoch())
        .with("failures", evaluation.failures())
        .with("lastError", evaluation.lastError())
        .with("disconnectedSince", evaluation.disconnectedSince())
        .with("staleResults", evaluation.refused())
        .with("waitsFor", evaluation.waitsFor().stream().map(Object::toString).toList())
        .map();
  }

  private static Map<String, Object> backfill(TriggerState state, Backfill backfill) {
    return new JsonMap()
        .with("id", backfill.id())
        .with("start", backfill.start())
        .with("end", backfill.end())
        .with("currentDate", backfill.cursor())
        .with("paused", backfill.paused())
        .with("executionId", backfill.holder().map(Object::toString))
        .with("mode", backfill.options().mode().name())
        .with("order", backfill.options().order().name())
        .with("maxConcurrent", backfill.options().maxConcurrent())
        .with("maxPerMinute", backfill.options().maxPerMinute())
        .with("onFailure", backfill.options().onFailure().name())
        .with("inputs", backfill.inputs())
        .with("labels", FlowJson.labels(backfill.labels()))
        // Kestra's backfill moves the schedule and moves it back; ours never does.
        .with("previousNextExecutionDate", state.nextSlot())
        .map();
  }

  /// An item of a list: definition and state, by both versions' names.
  static Map<String, Object> withDefinition(TriggerState state, Optional<String> flowSource) {
    var definition =
        flowSource.flatMap(
            source -> FlowJson.member(FlowJson.tree(source), "triggers", state.id().id()));
    var shape = state(state);
    return new JsonMap()
        .with("abstractTrigger", definition)
        .with("triggerContext", shape)
        .with("trigger", definition)
        .with("state", shape)
        .map();
  }
}
