package io.orrery.plugin.kafka;

import io.orrery.plugin.api.Emitter;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Memory;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.kafka.RealtimeTrigger",
    title = "Listens to Kafka, and starts an execution for each message.",
    description =
        """
        The group of `groupId` is moved once executions are durable: no message is passed by. A message that comes again, as
        after a crash or when the group is shared out anew, starts no second execution. Without brokers it waits for them by
        itself. A new group starts where `auto.offset.reset` in `properties` says, `latest` when it is left out.
        """,
    examples =
        @Example(
            """
            id: orders
            type: io.kestra.plugin.kafka.RealtimeTrigger
            properties:
              bootstrap.servers: kafka.example.com:9092
            topic: orders
            groupId: orders-flow
            valueDeserializer: JSON
            """))
public record RealtimeTrigger(@Inline ConsumerProperties consumer)
    implements io.orrery.plugin.api.RealtimeTrigger<Message> {

  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration COMMIT_MAX = Duration.ofSeconds(10);

  /// How many messages become executions in one commit.
  private static final String RECORDS_MAX = "100";

  @Override
  public void listen(RunContext context, Memory memory, Emitter<Message> emitter) throws Exception {
    var client = consumer.kafka().client(context);
    var asked = Subscription.of(consumer, client, context);
    asked.group();
    var properties = asked.consumer(client);
    properties.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_MAX);
    try (var reading = new Reading(consumer, client, context)) {
      var open =
          new KafkaConsumer<byte[], byte[]>(
              properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
      try {
        if (asked.partitions().isEmpty()) {
          asked.join(open);
        } else {
          var all = asked.all(open);
          open.assign(all);
          Subscription.pin(open, all);
        }
        var connection =
            new Connection(
                emitter, properties.getProperty(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG));
        while (true) {
          var records = open.poll(POLL);
          connection.look(open);
          if (!records.isEmpty()) {
            handOn(records, reading, open, emitter, context);
          }
        }
      } catch (InterruptException e) {
        throw Interrupts.of(e);
      } finally {
        Interrupts.close(open, context.logger());
      }
    }
  }

  /// Messages before one that cannot be read are handed on all the same.
  private static void handOn(
      ConsumerRecords<byte[], byte[]> records,
      Reading reading,
      KafkaConsumer<byte[], byte[]> open,
      Emitter<Message> emitter,
      RunContext context)
      throws IOException, InterruptedException {
    var found = new ArrayList<Found<Message>>();
    var next = new HashMap<TopicPartition, OffsetAndMetadata>();
    TaskFailure unreadable = null;
    for (var record : records) {
      try {
        reading.message(record).ifPresent(message -> found.add(Found.of(key(record), message)));
      } catch (TaskFailure e) {
        unreadable = e;
        break;
      }
      next.put(
          new TopicPartition(record.topic(), record.partition()),
          new OffsetAndMetadata(record.offset() + 1));
    }
    if (!found.isEmpty()) {
      emitter.emit(found);
    }
    commit(next, open, context);
    if (unreadable != null) {
      throw unreadable;
    }
  }

  /// With the time, since a topic that was deleted and made anew counts from 0 again.
  private static String key(ConsumerRecord<byte[], byte[]> record) {
    return record.topic()
        + "-"
        + record.partition()
        + "-"
        + record.offset()
        + "-"
        + record.timestamp();
  }

  private static void commit(
      Map<TopicPartition, OffsetAndMetadata> next,
      KafkaConsumer<byte[], byte[]> open,
      RunContext context) {
    try {
      open.commitSync(next, COMMIT_MAX);
    } catch (CommitFailedException | RebalanceInProgressException | RetriableException e) {
      // They come again, and are recognised.
      context.logger().debug("the group was not moved: {}", e.getMessage());
    }
  }

  /// What people see of the connection: told when it changes.
  private static final class Connection {
    private final Emitter<Message> emitter;
    private final String servers;
    private @Nullable Boolean connected;

    Connection(Emitter<Message> emitter, String servers) {
      this.emitter = emitter;
      this.servers = servers;
    }

    /// The client mends connections by itself and says nothing; but it counts them.
    void look(KafkaConsumer<?, ?> open) {
      var now = connections(open) > 0;
      if (connected != null && connected == now) {
        return;
      }
      connected = now;
      if (now) {
        emitter.connected();
      } else {
        emitter.disconnected("no broker of " + servers + " answers");
      }
    }

    private static double connections(KafkaConsumer<?, ?> open) {
      for (var metric : open.metrics().entrySet()) {
        if (metric.getKey().name().equals("connection-count")
            && metric.getKey().group().equals("consumer-metrics")
            && metric.getValue().metricValue() instanceof Double count) {
          return count;
        }
      }
      return 0;
    }
  }
}
