package io.orrery.plugin.kafka;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Memory;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.PollingTrigger;
import io.orrery.plugin.api.RunContext;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

@Plugin(
    type = "io.kestra.plugin.kafka.Trigger",
    title = "Reads messages from Kafka at an interval; those that are there start one execution.",
    description =
        """
        The messages are in the file of items `trigger.uri`. The `groupId` is the trigger's own: it reads all partitions, and
        moves the group once the execution is durable. No message is passed by, and none is in two executions, whatever
        crashes. A new group starts where `auto.offset.reset` in `properties` says, `latest` when it is left out.
        """,
    examples =
        @Example(
            """
            id: orders
            type: io.kestra.plugin.kafka.Trigger
            interval: PT30S
            properties:
              bootstrap.servers: kafka.example.com:9092
            topic: orders
            groupId: orders-flow
            valueDeserializer: JSON
            maxRecords: 1000
            """))
public record Trigger(@Inline ConsumerProperties consumer, @Inline Batch.Size size)
    implements PollingTrigger<Trigger.Output> {

  /// What was read and is kept, though the group may not know it yet: by partition where the group
  /// stood, and where reading goes on.
  private static final String READ = "read";

  public record Output(
      @Doc("How many messages were read.") int messagesCount,
      @Doc("The address of the file of messages.") URI uri,
      @Doc("Where reading goes on, by `topic-partition`.") Map<String, Long> offsets) {}

  @Override
  public List<Found<Output>> evaluate(RunContext context, Memory memory) throws Exception {
    var client = consumer.kafka().client(context);
    var asked = Subscription.of(consumer, client, context);
    asked.group();
    try (var reading = new Reading(consumer, client, context);
        var batch = new Batch(size, reading, context)) {
      var open =
          new KafkaConsumer<byte[], byte[]>(
              asked.consumer(client), new ByteArrayDeserializer(), new ByteArrayDeserializer());
      try {
        return read(asked, open, batch, memory);
      } catch (InterruptException e) {
        throw Interrupts.of(e);
      } finally {
        Interrupts.close(open, context.logger());
      }
    }
  }

  private static List<Found<Output>> read(
      Subscription asked, KafkaConsumer<byte[], byte[]> open, Batch batch, Memory memory)
      throws Exception {
    var all = asked.all(open);
    if (all.isEmpty()) {
      return List.of(); // a pattern that no topic matches yet
    }
    open.assign(all);
    Subscription.pin(open, all);
    var stands = stands(open, all);
    var kept = kept(memory);
    kept.entrySet().removeIf(entry -> !entry.getValue().from().equals(stands.get(entry.getKey())));
    kept.forEach((partition, span) -> open.seek(partition, span.to()));
    batch.fill(open);
    if (batch.size() == 0) {
      open.commitSync(batch.next());
      return List.of();
    }
    var offsets = new LinkedHashMap<String, Long>();
    batch
        .next()
        .forEach(
            (partition, next) -> {
              offsets.put(partition.toString(), next.offset());
              var from = stands.get(partition);
              kept.put(partition, new Span(from == null ? next.offset() : from, next.offset()));
            });
    keep(kept, memory);
    return List.of(Found.of(new Output(batch.size(), batch.store(), offsets)));
  }

  /// @param from where the group stood
  private record Span(Long from, Long to) {}

  private static Map<TopicPartition, Long> stands(
      KafkaConsumer<byte[], byte[]> open, List<TopicPartition> all) {
    var stands = new HashMap<TopicPartition, Long>();
    open.committed(java.util.Set.copyOf(all))
        .forEach(
            (partition, at) -> {
              if (at != null) {
                stands.put(partition, at.offset());
              }
            });
    return stands;
  }

  private static Map<TopicPartition, Span> kept(Memory memory) {
    var kept = new LinkedHashMap<TopicPartition, Span>();
    if (memory.values().get(READ) instanceof Map<?, ?> read) {
      read.forEach(
          (partition, span) -> {
            if (span instanceof List<?> two
                && two.get(0) instanceof Number from
                && two.get(1) instanceof Number to) {
              kept.put(partition(partition.toString()), new Span(from.longValue(), to.longValue()));
            }
          });
    }
    return kept;
  }

  private static void keep(Map<TopicPartition, Span> kept, Memory memory) {
    var read = new LinkedHashMap<String, Object>();
    kept.forEach(
        (partition, span) -> read.put(partition.toString(), List.of(span.from(), span.to())));
    memory.keep(Map.of(READ, read));
  }

  /// Of its name, as in `orders-0`.
  private static TopicPartition partition(String name) {
    int dash = name.lastIndexOf('-');
    return new TopicPartition(name.substring(0, dash), Integer.parseInt(name.substring(dash + 1)));
  }

  /// Moves the group. Where that fails the memory still knows.
  @Override
  public void taken(RunContext context, List<Found<Output>> found) throws Exception {
    var client = consumer.kafka().client(context);
    var asked = Subscription.of(consumer, client, context);
    var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
    for (var each : found) {
      each.output()
          .offsets()
          .forEach((name, next) -> offsets.put(partition(name), new OffsetAndMetadata(next)));
    }
    var open =
        new KafkaConsumer<byte[], byte[]>(
            asked.consumer(client), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    try {
      open.assign(new ArrayList<>(offsets.keySet()));
      open.commitSync(offsets);
    } catch (InterruptException e) {
      throw Interrupts.of(e);
    } finally {
      Interrupts.close(open, context.logger());
    }
  }
}
