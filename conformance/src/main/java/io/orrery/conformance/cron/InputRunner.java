package io.orrery.conformance.cron;

import io.orrery.conformance.corpus.Entry;
import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.Start;
import io.orrery.expression.Services;
import io.orrery.expression.TemplateTree;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.input.InputReader;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The inputs of an execution that a schedule or its backfill starts, read as a controller would.
final class InputRunner {
  private InputRunner() {}

  static Map<String, Object> inputs(
      Entry entry, Schedule schedule, Start start, Optional<Backfill> backfill, Instant now) {
    var templates = RenderedAsked.templates();
    var templated = new LinkedHashMap<>(schedule.inputs());
    backfill.map(Backfill::inputs).ifPresent(templated::putAll);
    var services = Services.at(now);
    var given = new LinkedHashMap<String, Object>();
    var variables = Map.<String, Object>of("trigger", start.variables());
    if (TemplateTree.compile(templates, templated).evaluate(variables, services)
        instanceof Map<?, ?> map) {
      map.forEach((name, value) -> given.put(String.valueOf(name), value));
    }
    var written = new LinkedHashMap<>(entry.object("flow"));
    written.remove("tasks"); // of plugins, and never run
    var flow = ScheduleReading.flow(written);
    var reader =
        new InputReader(
            (template, seen) ->
                templates.compile(template).evaluate(Map.of("inputs", seen), services),
            secret -> secret);
    return reader.resolve(flow.inputs(), given).values();
  }
}
