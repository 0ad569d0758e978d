package io.orrery.plugin.mqtt;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Metric;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.items.ItemsWriter;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Messages that are read into a file.
final class Batch {
  private Batch() {}

  /// How much goes into one.
  record Size(
      @Doc("How many messages at most.") Property<Integer> maxRecords,
      @Doc("How long to read.") Property<Duration> maxDuration) {}

  /// @param uri empty when there were none
  record Read(int count, Optional<URI> uri) {}

  /// How often it is looked at the time.
  private static final Duration LOOK = Duration.ofMillis(500);

  /// @param keep whether the session stays unless the flow says otherwise
  /// @param silence after which reading ends though less came than was asked for; none: never
  static Read read(
      SubscribeProperties properties,
      Size size,
      boolean keep,
      Optional<Duration> silence,
      RunContext context)
      throws IOException, InterruptedException {
    var type = properties.mqtt().serde(context);
    int recordsMax = context.render(size.maxRecords()).orElse(Integer.MAX_VALUE);
    long nanosMax =
        context.render(size.maxDuration()).map(Duration::toNanos).orElse(Long.MAX_VALUE);
    long silenceNanos = silence.map(Duration::toNanos).orElse(Long.MAX_VALUE);
    var counts = new TreeMap<String, Integer>();
    try (var file = ItemsWriter.open(context);
        var client = Client.of(properties.login(keep, context), new Connection())) {
      client.connect();
      client.subscribe(properties.topics(context), properties.mqtt().level(context));
      long start = System.nanoTime();
      long last = start;
      while (file.size() < recordsMax
          && System.nanoTime() - start < nanosMax
          && System.nanoTime() - last < silenceNanos) {
        var delivery = client.receive(LOOK);
        if (delivery.isPresent()) {
          file.add(Message.of(delivery.get(), type).item());
          delivery.get().acknowledge().run();
          counts.merge(delivery.get().topic(), 1, Integer::sum);
          last = System.nanoTime();
        }
      }
      counts.forEach(
          (topic, count) ->
              context.metric(
                  new Metric(Metric.Kind.COUNTER, "records", count, Map.of("topic", topic))));
      return new Read(Math.toIntExact(file.size()), stored(file, context));
    }
  }

  private static Optional<URI> stored(ItemsWriter file, RunContext context) throws IOException {
    return file.size() == 0 ? Optional.empty() : Optional.of(file.store(context));
  }
}
