package io.orrery.plugin.kafka;

import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.kafka.ConsumerProperties.OnSerdeError;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/// Messages made of records, and what becomes of those that cannot be read.
final class Reading implements AutoCloseable {

  private final SerdeType keys;
  private final SerdeType values;
  private final Map<String, String> headers;
  private final Optional<OnSerdeError.Behaviour> onError;
  private final Optional<String> deadLetters;
  private final Properties client;
  private final RunContext context;
  private @Nullable KafkaProducer<byte[], byte[]> producer;

  /// @param client properties of the cluster, for a topic of dead letters
  Reading(ConsumerProperties properties, Properties client, RunContext context) {
    this.keys = context.render(properties.keyDeserializer()).orElse(SerdeType.STRING);
    this.values = context.render(properties.valueDeserializer()).orElse(SerdeType.STRING);
    this.headers = context.render(properties.headerFilters()).orElse(Map.of());
    var error = Optional.ofNullable(properties.onSerdeError());
    this.onError =
        error.map(given -> context.render(given.type()).orElse(OnSerdeError.Behaviour.SKIPPED));
    this.deadLetters = error.flatMap(given -> context.render(given.topic()));
    this.client = client;
    this.context = context;
    if (onError.equals(Optional.of(OnSerdeError.Behaviour.DLQ)) && deadLetters.isEmpty()) {
      throw new TaskFailure("'onSerdeError' of type DLQ needs its 'topic'");
    }
  }

  /// Empty when it is none of those asked for, or cannot be read and is put elsewhere.
  ///
  /// @throws TaskFailure when it cannot be read, and nothing says what to do then
  Optional<Message> message(ConsumerRecord<byte[], byte[]> from)
      throws IOException, InterruptedException {
    if (!isAskedFor(from)) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          Message.of(from, Serde.read(keys, from.key()), Serde.read(values, from.value())));
    } catch (IOException e) {
      unreadable(from, e);
      return Optional.empty();
    }
  }

  private boolean isAskedFor(ConsumerRecord<byte[], byte[]> from) {
    for (var filter : headers.entrySet()) {
      var header = from.headers().lastHeader(filter.getKey());
      if (header == null || !Message.text(header.value()).equals(filter.getValue())) {
        return false;
      }
    }
    return true;
  }

  private void unreadable(ConsumerRecord<byte[], byte[]> from, IOException why)
      throws IOException, InterruptedException {
    var place = from.topic() + "-" + from.partition() + " at " + from.offset();
    var said = "the message of " + place + " cannot be read: " + why.getMessage();
    if (onError.isEmpty()) {
      throw new TaskFailure(
          said + "; choose another deserializer, or say in 'onSerdeError' what to do with it", why);
    }
    switch (onError.get()) {
      case SKIPPED -> context.logger().warn("{}; it is passed by", said);
      case STORE -> {
        var bytes = from.value() == null ? new byte[0] : from.value();
        var name = from.topic() + "-" + from.partition() + "-" + from.offset() + ".bin";
        var file = context.storage().put(name, new ByteArrayInputStream(bytes));
        context.logger().warn("{}; its value is kept in {}", said, file);
      }
      case DLQ -> {
        send(from, deadLetters.orElseThrow());
        context.logger().warn("{}; it is sent to {}", said, deadLetters.orElseThrow());
      }
    }
  }

  private void send(ConsumerRecord<byte[], byte[]> from, String topic) throws InterruptedException {
    var sender = producer;
    if (sender == null) {
      sender = new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer());
      producer = sender;
    }
    try {
      sender
          .send(
              new ProducerRecord<>(
                  topic, null, from.timestamp(), from.key(), from.value(), from.headers()))
          .get();
    } catch (java.util.concurrent.ExecutionException e) {
      throw new TaskFailure("cannot write to " + topic + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    if (producer != null) {
      producer.close(java.time.Duration.ZERO);
    }
  }
}
