package io.orrery.server.operation;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.orrery.server.http.Answer;
import io.orrery.server.http.CallMeter;
import io.orrery.server.http.Route;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Metrics in Prometheus' text form: what the rooms registered, the JVM's, and the calls answered.
public final class Meters implements CallMeter, AutoCloseable {
  private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry;
  private final JvmGcMetrics gc = new JvmGcMetrics();

  public Meters(PrometheusMeterRegistry registry) {
    this.registry = registry;
    gc.bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  public List<Route> routes() {
    return List.of(Route.get("/metrics", _ -> scrape()), Route.get("/prometheus", _ -> scrape()));
  }

  private Answer scrape() {
    return new Answer.Text(200, CONTENT_TYPE, registry.scrape());
  }

  /// Counted by the route's pattern, never by the path: the number of series stays bounded.
  @Override
  public void ended(String method, String pattern, int status, long nanos) {
    var tags =
        Tags.of(
            "method",
            pattern.isEmpty() ? "none" : method,
            "uri",
            pattern.isEmpty() ? "none" : pattern,
            "status",
            Integer.toString(status));
    registry.timer("http.server.requests", tags).record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    gc.close();
  }
}
