package io.orrery.plugin.kafka;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Metric;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.items.Items;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.kafka.Produce",
    title = "Writes messages to Kafka.",
    description =
        """
        A message is a map with `value`, and where wanted `key`, `headers`, `partition`, `timestamp` and `topic`. In a
        transaction either all messages are written or none, as long as their readers read what is committed only. AVRO and
        schema registries are not there.
        """,
    examples =
        @Example(
            """
            id: announce
            type: io.kestra.plugin.kafka.Produce
            properties:
              bootstrap.servers: kafka.example.com:9092
            topic: announcements
            keySerializer: STRING
            valueSerializer: JSON
            from:
              key: "{{ execution.id }}"
              value:
                flow: "{{ flow.id }}"
              headers:
                source: orrery
            """))
public record Produce(
    @Inline KafkaProperties kafka,
    @Doc("The topic of messages that name none.") Property<String> topic,
    @Doc(
            value = "A message, a list of messages, or the address of a file of them.",
            required = true)
        Property<Object> from,
    @Doc(value = "How keys become bytes.", defaultText = "STRING")
        Property<SerdeType> keySerializer,
    @Doc(value = "How values become bytes.", defaultText = "STRING")
        Property<SerdeType> valueSerializer,
    @Doc(value = "Whether all messages are written in one transaction.", defaultText = "true")
        Property<Boolean> transactional)
    implements RunnableTask<Produce.Output> {

  private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

  public record Output(@Doc("How many messages were written.") int messagesCount) {}

  @Override
  public Output run(RunContext context) throws Exception {
    var client = kafka.client(context);
    var together = context.render(transactional).orElse(true);
    if (together) {
      client.setProperty(ProducerConfig.TRANSACTIONAL_ID_CONFIG, UUID.randomUUID().toString());
    }
    var messages =
        new Outgoing(
            context.render(topic),
            context.render(keySerializer).orElse(SerdeType.STRING),
            context.render(valueSerializer).orElse(SerdeType.STRING));
    var given = context.require(from, "from");
    var producer =
        new KafkaProducer<byte[], byte[]>(
            client, new ByteArraySerializer(), new ByteArraySerializer());
    try {
      int count = write(producer, messages, given, together, context);
      context.metric(Metric.counter("records", count));
      return new Output(count);
    } catch (InterruptException e) {
      throw Interrupts.of(e);
    } finally {
      close(producer);
    }
  }

  private static int write(
      KafkaProducer<byte[], byte[]> producer,
      Outgoing messages,
      Object given,
      boolean together,
      RunContext context)
      throws Exception {
    if (together) {
      producer.initTransactions();
      producer.beginTransaction();
    }
    var count = new int[1];
    var failure = new AtomicReference<@Nullable Exception>();
    try {
      Items.from(
          given,
          context,
          item -> {
            check(failure.get());
            var _ =
                producer.send(
                    messages.record(item),
                    (written, e) -> {
                      if (e != null) {
                        failure.compareAndSet(null, e);
                      }
                    });
            count[0]++;
          });
      producer.flush();
      check(failure.get());
      if (together) {
        producer.commitTransaction();
      }
      return count[0];
    } catch (InterruptException e) {
      throw e; // the transaction ends by itself: the broker gives it up
    } catch (Exception e) {
      if (together) {
        abort(producer, context);
      }
      throw e;
    }
  }

  private static void check(@Nullable Exception failure) {
    if (failure != null) {
      throw new TaskFailure("a message was not written: " + failure.getMessage(), failure);
    }
  }

  private static void abort(KafkaProducer<byte[], byte[]> producer, RunContext context) {
    try {
      producer.abortTransaction();
    } catch (KafkaException e) {
      context.logger().debug("the transaction is left to its timeout: {}", e.getMessage());
    }
  }

  private static void close(KafkaProducer<byte[], byte[]> producer) {
    var interrupted = Thread.interrupted();
    try {
      producer.close(CLOSE_MAX);
    } catch (InterruptException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
