package io.orrery.worker.context;

import io.orrery.plugin.api.Metric;
import io.orrery.rpc.JobResult;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The measurements of one attempt. Bounded: what comes after [#METRICS_MAX] is dropped.
final class Metrics {

  static final int METRICS_MAX = 1_000;

  private final InstantSource clock;
  private final List<JobResult.Metric> metrics = new ArrayList<>();

  Metrics(InstantSource clock) {
    this.clock = clock;
  }

  synchronized void add(Metric metric) {
    if (metrics.size() < METRICS_MAX) {
      metrics.add(
          new JobResult.Metric(
              metric.kind().name().toLowerCase(Locale.ROOT),
              metric.name(),
              metric.value(),
              metric.tags(),
              clock.instant()));
    }
  }

  synchronized List<JobResult.Metric> all() {
    return List.copyOf(metrics);
  }
}
