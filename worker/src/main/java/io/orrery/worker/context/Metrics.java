package io.orrery.worker.context;

import io.orrery.model.kept.Masker;
import io.orrery.plugin.api.Metric;
import io.orrery.rpc.JobResult;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The measurements of one attempt. Bounded: what comes after [#METRICS_MAX] is dropped.
final class Metrics {

  static final int METRICS_MAX = 1_000;

  private final InstantSource clock;
  private final Masker masker;
  private final List<JobResult.Metric> metrics = new ArrayList<>();

  Metrics(InstantSource clock, Masker masker) {
    this.masker = masker;
    this.clock = clock;
  }

  synchronized void add(Metric metric) {
    if (metrics.size() < METRICS_MAX) {
      metrics.add(
          new JobResult.Metric(
              metric.kind().name().toLowerCase(Locale.ROOT),
              masker.mask(metric.name()),
              metric.value(),
              masked(metric.tags()),
              clock.instant()));
    }
  }

  private Map<String, String> masked(Map<String, String> tags) {
    var all = new LinkedHashMap<String, String>();
    tags.forEach((key, value) -> all.put(masker.mask(key), masker.mask(value)));
    return all;
  }

  synchronized List<JobResult.Metric> all() {
    return List.copyOf(metrics);
  }
}
