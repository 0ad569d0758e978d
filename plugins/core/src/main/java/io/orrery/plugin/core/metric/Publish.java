package io.orrery.plugin.core.metric;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Metric;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.core.metric.Publish",
    light = true,
    title = "Publishes metrics of one's own.",
    examples =
        @Example(
            """
            id: measure
            type: io.kestra.plugin.core.metric.Publish
            metrics:
              - {type: counter, name: rows, value: 42, tags: {table: orders}}
              - {type: timer, name: load, value: PT1.5S}
            """))
public record Publish(
    @Doc(value = "A list of `{type: counter|timer|gauge, name, value, tags}`.", required = true)
        Property<List<Map<String, Object>>> metrics)
    implements RunnableTask<Publish.Output> {

  @Override
  public Output run(RunContext context) {
    var rendered = context.require(metrics, "metrics");
    rendered.forEach(metric -> context.metric(read(metric)));
    return new Output(rendered);
  }

  private static Metric read(Map<String, Object> metric) {
    var type = String.valueOf(metric.getOrDefault("type", "counter"));
    var name = metric.get("name");
    if (name == null) {
      throw new TaskFailure("a metric needs a name: " + metric);
    }
    var kind =
        switch (type.substring(type.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT)) {
          case "counter" -> Metric.Kind.COUNTER;
          case "timer" -> Metric.Kind.TIMER;
          case "gauge" -> Metric.Kind.GAUGE;
          default -> throw new TaskFailure("metric '" + name + "' has the unknown type " + type);
        };
    var tags = new LinkedHashMap<String, String>();
    if (metric.get("tags") instanceof Map<?, ?> given) {
      given.forEach((key, value) -> tags.put(String.valueOf(key), String.valueOf(value)));
    }
    return new Metric(kind, name.toString(), value(kind, name, metric.get("value")), tags);
  }

  private static double value(Metric.Kind kind, Object name, @Nullable Object value) {
    var text = String.valueOf(value);
    try {
      if (kind == Metric.Kind.TIMER && text.startsWith("P")) {
        return Duration.parse(text).toNanos() / 1e6;
      }
      return Double.parseDouble(text);
    } catch (NumberFormatException | DateTimeParseException e) {
      throw new TaskFailure("metric '" + name + "' has no number as its value: " + text, e);
    }
  }

  public record Output(@Doc("The metrics, rendered.") List<Map<String, Object>> metrics) {}
}
