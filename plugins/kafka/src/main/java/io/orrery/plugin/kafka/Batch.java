package io.orrery.plugin.kafka;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.items.ItemsWriter;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/// Messages on their way to a file.
final class Batch implements AutoCloseable {

  /// How much goes into one.
  record Size(
      @Doc(value = "How long to wait for a message.", defaultText = "PT5S")
          Property<Duration> pollDuration,
      @Doc("How many messages at most.") Property<Integer> maxRecords,
      @Doc("How long at most.") Property<Duration> maxDuration) {}

  private static final Duration POLL = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final RunContext context;
  private final Reading reading;
  private final ItemsWriter file;
  private final Duration poll;
  private final int recordsMax;
  private final long nanosMax;
  private final Map<TopicPartition, OffsetAndMetadata> next = new LinkedHashMap<>();
  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private int taken;

  Batch(Size size, Reading reading, RunContext context) throws IOException {
    this.context = context;
    this.reading = reading;
    this.file = ItemsWriter.open(context);
    this.poll = context.render(size.pollDuration()).orElse(POLL);
    this.recordsMax = context.render(size.maxRecords()).orElse(Integer.MAX_VALUE);
    this.nanosMax =
        context.render(size.maxDuration()).map(Duration::toNanos).orElse(Long.MAX_VALUE);
  }

  /// Takes messages until none comes within the poll's time, or there are as many as were asked
  /// for. A poll that is too short for the group to share its partitions out, or for the first
  /// answer of a broker, is repeated.
  void fill(Consumer<byte[], byte[]> consumer) throws IOException, InterruptedException {
    long start = System.nanoTime();
    long patience = PATIENCE.toNanos();
    while (taken < recordsMax && System.nanoTime() - start < nanosMax) {
      var records = consumer.poll(poll);
      for (var record : records) {
        if (taken == recordsMax) {
          break;
        }
        add(record);
      }
      if (records.isEmpty() && (isAtEnd(consumer) || System.nanoTime() - start > patience)) {
        return;
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  /// Whether we know of every partition of ours that it has no more.
  private static boolean isAtEnd(Consumer<?, ?> consumer) {
    var ours = consumer.assignment();
    return !ours.isEmpty()
        && ours.stream().allMatch(partition -> consumer.currentLag(partition).orElse(1) == 0);
  }

  private void add(ConsumerRecord<byte[], byte[]> record) throws IOException, InterruptedException {
    var message = reading.message(record);
    if (message.isPresent()) {
      file.add(message.get().item());
      counts.merge(record.topic(), 1, Integer::sum);
    }
    taken++;
    next.put(
        new TopicPartition(record.topic(), record.partition()),
        new OffsetAndMetadata(record.offset() + 1));
  }

  /// Where reading goes on after this.
  Map<TopicPartition, OffsetAndMetadata> next() {
    return next;
  }

  Map<String, Integer> counts() {
    return counts;
  }

  /// How many messages are in it.
  int size() {
    return Math.toIntExact(file.size());
  }

  URI store() throws IOException {
    return file.store(context);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
