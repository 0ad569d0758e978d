package io.orrery.plugin.api;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// One measurement of a task.
///
/// @param value of a timer: milliseconds
public record Metric(Kind kind, String name, double value, Map<String, String> tags) {

  public Metric {
    tags = Collections.unmodifiableMap(new LinkedHashMap<>(tags));
  }

  public enum Kind {
    COUNTER,
    TIMER,
    GAUGE
  }

  public static Metric counter(String name, double value) {
    return new Metric(Kind.COUNTER, name, value, Map.of());
  }

  public static Metric timer(String name, Duration value) {
    return new Metric(Kind.TIMER, name, value.toNanos() / 1e6, Map.of());
  }

  public static Metric gauge(String name, double value) {
    return new Metric(Kind.GAUGE, name, value, Map.of());
  }
}
