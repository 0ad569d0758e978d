package io.orrery.conformance.cron;

import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.match.Json;
import io.orrery.controller.evaluation.TriggerLabels;
import io.orrery.engine.execution.Executor;
import io.orrery.engine.plan.PlanCompiler;
import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.Start;
import io.orrery.expression.Services;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.problem.Position;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lines of the kind `triggerLabels`: the labels of an execution that a trigger starts.
final class LabelRunner {
  private LabelRunner() {}

  /// What the line's expectation is compared with, under the same keys.
  static Map<String, Object> outcome(Entry entry, Instant now) {
    var common =
        entry.has("trigger")
            ? ScheduleReading.trigger(entry.object("trigger")).common()
            : new TriggerDef.Common(
                "trigger", "Schedule", Optional.empty(), false, Map.of(), Position.NONE);
    var labels = labels(entry, common, entry.object("variables"), Map.of(), now);
    var got = new LinkedHashMap<String, Object>();
    got.put("execution", true);
    got.put("labelsExact", labels);
    return got;
  }

  /// Those of an execution that a schedule or its backfill starts.
  static Map<String, Object> labels(
      Entry entry, Start start, Optional<Backfill> backfill, Instant now) {
    return labels(
        entry,
        ScheduleReading.trigger(entry.object("trigger")).common(),
        Map.of("trigger", start.variables()),
        backfill.map(Backfill::labels).orElse(Map.of()),
        now);
  }

  private static Map<String, Object> labels(
      Entry entry,
      TriggerDef.Common common,
      Map<String, Object> variables,
      Map<String, String> given,
      Instant now) {
    var templates = RenderedAsked.templates();
    var rendered = TriggerLabels.render(templates, common, variables, Services.at(now));
    var plan = PlanCompiler.compile(templates, ScheduleReading.flow(entry.object("flow")), 1);
    var execution =
        Executor.create(
            plan,
            new ExecutionId("execution"),
            Map.of(),
            Executor.Inputs.RAW,
            given,
            Optional.of(
                new io.orrery.engine.execution.Execution.TriggerInfo(
                    common.id(), common.type(), Map.of())),
            Optional.empty(),
            now);
    var labels = new LinkedHashMap<String, Object>(execution.labels());
    labels.putAll(rendered);
    labels.remove(Executor.CORRELATION_ID); // of the execution itself, whatever its trigger says
    return labels;
  }

  /// A flow of the corpus names no more than the line is about.
  static Map<String, Object> whole(Map<String, Object> flow) {
    var whole = new LinkedHashMap<>(flow);
    whole.putIfAbsent("id", "flow");
    whole.putIfAbsent("tasks", List.of(Map.of("id", "task", "type", "Labels", "labels", Map.of())));
    var labels = new LinkedHashMap<>(Json.members(flow.get("labels")));
    labels.keySet().removeIf(key -> key.startsWith("system.") && !key.equals("system.readOnly"));
    whole.put("labels", labels);
    return whole;
  }
}
