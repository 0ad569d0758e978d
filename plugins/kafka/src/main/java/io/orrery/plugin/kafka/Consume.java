package io.orrery.plugin.kafka;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Metric;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.net.URI;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

@Plugin(
    type = "io.kestra.plugin.kafka.Consume",
    title = "Reads messages from Kafka into a file of items.",
    description =
        """
        Ends when no message comes within `pollDuration`, or at `maxRecords` or `maxDuration`. With a `groupId` it goes on
        where the group stands, and moves it once the file is stored; without, it starts at the beginning, or at `since`.
        AVRO, share groups and schema registries are not there.
        """,
    examples =
        @Example(
            """
            id: orders
            type: io.kestra.plugin.kafka.Consume
            properties:
              bootstrap.servers: kafka.example.com:9092
            topic: orders
            groupId: reports
            valueDeserializer: JSON
            maxRecords: 1000
            """))
public record Consume(@Inline ConsumerProperties consumer, @Inline Batch.Size size)
    implements RunnableTask<Consume.Output> {

  public record Output(
      @Doc("How many messages were read.") int messagesCount,
      @Doc("The address of the file of messages.") URI uri) {}

  @Override
  public Output run(RunContext context) throws Exception {
    var client = consumer.kafka().client(context);
    var asked = Subscription.of(consumer, client, context);
    try (var reading = new Reading(consumer, client, context);
        var batch = new Batch(size, reading, context)) {
      var open =
          new KafkaConsumer<byte[], byte[]>(
              asked.consumer(client), new ByteArrayDeserializer(), new ByteArrayDeserializer());
      try {
        start(asked, open);
        batch.fill(open);
        var output = new Output(batch.size(), batch.store());
        if (asked.groupId().isPresent() && !batch.next().isEmpty()) {
          open.commitSync(batch.next());
        }
        batch
            .counts()
            .forEach(
                (topic, count) ->
                    context.metric(
                        new Metric(Metric.Kind.COUNTER, "records", count, Map.of("topic", topic))));
        return output;
      } catch (InterruptException e) {
        throw Interrupts.of(e);
      } finally {
        Interrupts.close(open, context.logger());
      }
    }
  }

  private static void start(Subscription asked, KafkaConsumer<byte[], byte[]> open) {
    if (asked.groupId().isPresent() && asked.partitions().isEmpty()) {
      asked.join(open);
      return;
    }
    var all = asked.all(open);
    open.assign(all);
    if (asked.groupId().isEmpty()) {
      asked.seek(open, all);
    } else {
      Subscription.pin(open, all);
    }
  }
}
