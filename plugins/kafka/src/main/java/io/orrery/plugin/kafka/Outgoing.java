package io.orrery.plugin.kafka;

import io.orrery.plugin.api.TaskFailure;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/// Messages as flows describe them, made into records.
///
/// @param topic of those that name none
record Outgoing(Optional<String> topic, SerdeType keys, SerdeType values) {

  private static final Set<String> NAMES =
      Set.of("key", "value", "headers", "topic", "partition", "timestamp", "offset");

  /// @throws TaskFailure when it is no message
  ProducerRecord<byte[], byte[]> record(@Nullable Object item) {
    if (!(item instanceof Map<?, ?> message) || !NAMES.containsAll(message.keySet())) {
      throw new TaskFailure(
          "a message is a map with key, value, headers, topic, partition and timestamp, and not "
              + shown(item));
    }
    var own = message.get("topic");
    var to = own == null ? topic.orElse("") : own.toString();
    if (to.isBlank()) {
      throw new TaskFailure("there is no 'topic', neither of the task nor of the message");
    }
    var at = message.get("partition");
    var record =
        new ProducerRecord<>(
            to,
            at == null ? null : Integer.valueOf(at.toString()),
            timestamp(message.get("timestamp")),
            Serde.write(keys, message.get("key"), "key"),
            Serde.write(values, message.get("value"), "value"));
    headers(message.get("headers"), record);
    return record;
  }

  private static String shown(@Nullable Object item) {
    return item instanceof Map<?, ?> map ? "one with " + map.keySet() : String.valueOf(item);
  }

  private static @Nullable Long timestamp(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Number millis -> millis.longValue();
      case Instant at -> at.toEpochMilli();
      case OffsetDateTime at -> at.toInstant().toEpochMilli();
      case ZonedDateTime at -> at.toInstant().toEpochMilli();
      default -> {
        try {
          yield ZonedDateTime.parse(value.toString()).toInstant().toEpochMilli();
        } catch (DateTimeException e) {
          throw new TaskFailure("the timestamp of a message is no moment: " + value, e);
        }
      }
    };
  }

  /// A map, or a list of maps as messages that were read have it.
  private static void headers(@Nullable Object headers, ProducerRecord<byte[], byte[]> record) {
    switch (headers) {
      case null -> {}
      case Map<?, ?> map ->
          map.forEach(
              (name, value) ->
                  record
                      .headers()
                      .add(
                          String.valueOf(name),
                          value == null
                              ? null
                              : value.toString().getBytes(StandardCharsets.UTF_8)));
      case Iterable<?> list -> list.forEach(each -> headers(each, record));
      default -> throw new TaskFailure("the headers of a message are no map: " + headers);
    }
  }
}
