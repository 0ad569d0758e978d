package io.orrery.plugin.script;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.orrery.plugin.api.Level;
import io.orrery.plugin.api.Metric;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskRunner;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The lines of a script. Most go to the log: those of stdout at INFO, those of stderr at WARN. A
/// line `::{…}::` instead holds JSON with `outputs`, `metrics` and `logs` (Kestra's protocol).
final class LineProtocol implements TaskRunner.Lines {

  private static final JsonMapper JSON = new JsonMapper();
  static final int TEXT_CHARS_MAX = 64 * 1024;

  private static final String OPEN = "::{";
  private static final String CLOSE = "}::";

  private final RunContext context;
  private final Map<String, Object> vars = new LinkedHashMap<>();
  private final StringBuilder text = new StringBuilder();
  private int outLines;
  private int errLines;

  LineProtocol(RunContext context) {
    this.context = context;
  }

  @Override
  public void line(TaskRunner.Stream stream, String line) {
    synchronized (this) {
      switch (stream) {
        case OUT -> {
          outLines++;
          keep(line);
        }
        case ERR -> errLines++;
      }
    }
    if (line.startsWith(OPEN) && line.endsWith(CLOSE) && say(line)) {
      return;
    }
    switch (stream) {
      case OUT -> context.logger().info("{}", line);
      case ERR -> context.logger().warn("{}", line);
    }
  }

  private void keep(String line) {
    if (text.length() + line.length() < TEXT_CHARS_MAX) {
      text.append(line).append('\n');
    }
  }

  /// What it wrote to standard output, as far as [#TEXT_CHARS_MAX].
  synchronized String text() {
    return text.toString();
  }

  synchronized Map<String, Object> vars() {
    return new LinkedHashMap<>(vars);
  }

  synchronized int outLines() {
    return outLines;
  }

  synchronized int errLines() {
    return errLines;
  }

  /// @return whether the line was understood
  private boolean say(String text) {
    Map<?, ?> said;
    try {
      said = JSON.readValue(text.substring(2, text.length() - 2), Map.class);
    } catch (JsonProcessingException e) {
      context
          .logger()
          .warn("A line looks like ::{{}}:: but holds no JSON: {}", e.getOriginalMessage());
      return false;
    }
    if (said.get("outputs") instanceof Map<?, ?> outputs) {
      synchronized (this) {
        outputs.forEach((name, value) -> vars.put(String.valueOf(name), value));
      }
    }
    if (said.get("metrics") instanceof List<?> metrics) {
      metrics.forEach(this::metric);
    }
    if (said.get("logs") instanceof List<?> logs) {
      logs.forEach(this::log);
    }
    return true;
  }

  private void log(@Nullable Object entry) {
    if (!(entry instanceof Map<?, ?> log)) {
      return;
    }
    var level =
        switch (String.valueOf(log.get("level")).toUpperCase(Locale.ROOT)) {
          case "TRACE" -> Level.TRACE;
          case "DEBUG" -> Level.DEBUG;
          case "WARN", "WARNING" -> Level.WARN;
          case "ERROR" -> Level.ERROR;
          default -> Level.INFO;
        };
    level.log(context.logger(), String.valueOf(log.get("message")));
  }

  private void metric(@Nullable Object entry) {
    if (!(entry instanceof Map<?, ?> metric) || metric.get("name") == null) {
      return;
    }
    var name = String.valueOf(metric.get("name"));
    var tags = new LinkedHashMap<String, String>();
    if (metric.get("tags") instanceof Map<?, ?> given) {
      given.forEach((key, value) -> tags.put(String.valueOf(key), String.valueOf(value)));
    }
    try {
      switch (String.valueOf(metric.get("type"))) {
        case "counter" ->
            context.metric(new Metric(Metric.Kind.COUNTER, name, number(metric), tags));
        case "gauge" -> context.metric(new Metric(Metric.Kind.GAUGE, name, number(metric), tags));
        case "timer" -> context.metric(new Metric(Metric.Kind.TIMER, name, millis(metric), tags));
        default -> context.logger().warn("The metric '{}' has no known type", name);
      }
    } catch (RuntimeException e) {
      context.logger().warn("The metric '{}' has no number as its value", name);
    }
  }

  private static double number(Map<?, ?> metric) {
    return Double.parseDouble(String.valueOf(metric.get("value")));
  }

  /// A number of seconds, or an ISO duration.
  private static double millis(Map<?, ?> metric) {
    var text = String.valueOf(metric.get("value"));
    return text.startsWith("P")
        ? Duration.parse(text).toNanos() / 1e6
        : Double.parseDouble(text) * 1e3;
  }
}
