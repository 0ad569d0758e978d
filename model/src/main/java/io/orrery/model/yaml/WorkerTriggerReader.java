package io.orrery.model.yaml;

import io.orrery.model.catalog.PluginType;
import io.orrery.model.flow.Condition;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.OnWorker;
import io.orrery.model.problem.Code;
import io.orrery.model.state.LogLevel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads triggers that plugins bring: what every one of them has, and what its type declares.
final class WorkerTriggerReader {
  private WorkerTriggerReader() {}

  static OnWorker read(Fields fields, TriggerDef.Common common, PluginType plugin) {
    var properties = new LinkedHashMap<>(PluginProperties.read(fields, plugin));
    refuseSeveral(fields);
    var conditions = ConditionReader.all(fields, "conditions");
    var inputs = fields.templates("inputs");
    var level =
        fields
            .choice(fields.eitherOf("logLevel", "minLogLevel"), LogLevel.class)
            .orElse(LogLevel.TRACE);
    fields.accept("logToFile", "allowConcurrent", "interval", "timeout");
    var trigger =
        plugin.realtime()
            ? new TriggerDef.Realtime(common, properties, conditions, inputs, level)
            : polling(fields, common, properties, conditions, inputs, level);
    fields.close();
    return trigger;
  }

  private static TriggerDef.Polling polling(
      Fields fields,
      TriggerDef.Common common,
      Map<String, Object> properties,
      List<Condition> conditions,
      Map<String, Object> inputs,
      LogLevel level) {
    // The language's own, though the type's description tells of them.
    properties.remove("interval");
    properties.remove("timeout");
    return new TriggerDef.Polling(
        common,
        properties,
        conditions,
        inputs,
        level,
        interval(fields),
        fields.durationText("timeout"),
        fields.flag("allowConcurrent", false));
  }

  private static Duration interval(Fields fields) {
    var interval = fields.duration("interval").orElse(TriggerDef.Polling.INTERVAL_DEFAULT);
    if (interval.isPositive()) return interval;
    fields.error(
        Code.BAD_VALUE,
        "interval",
        "interval: '%s' would ask without a pause.".formatted(interval),
        "Write how long to wait between two evaluations, as PT1M.");
    return TriggerDef.Polling.INTERVAL_DEFAULT;
  }

  private static void refuseSeveral(Fields fields) {
    for (var condition : fields.list("conditions")) {
      if (ConditionReader.isMultiple(condition)) {
        fields.error(
            Code.BAD_VALUE,
            "conditions",
            fields.owner() + " cannot have a MultipleCondition.",
            "Use a Flow trigger for conditions over several executions.");
      }
    }
  }
}
