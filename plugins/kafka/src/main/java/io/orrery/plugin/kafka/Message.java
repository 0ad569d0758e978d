package io.orrery.plugin.kafka;

import io.orrery.plugin.api.Doc;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// A message as flows see it.
record Message(
    @Doc("Its key.") @Nullable Object key,
    @Doc("Its value.") @Nullable Object value,
    @Doc("Its headers, in order: a list of maps with one entry each.")
        List<Map<String, String>> headers,
    @Doc("Its topic.") String topic,
    @Doc("Its partition.") int partition,
    @Doc("When it was written.") Instant timestamp,
    @Doc("Its place in the partition.") long offset) {

  static Message of(
      ConsumerRecord<byte[], byte[]> from, @Nullable Object key, @Nullable Object value) {
    var headers = new ArrayList<Map<String, String>>();
    for (var header : from.headers()) {
      headers.add(Map.of(header.key(), text(header.value())));
    }
    return new Message(
        key,
        value,
        headers,
        from.topic(),
        from.partition(),
        Instant.ofEpochMilli(from.timestamp()),
        from.offset());
  }

  static String text(byte @Nullable [] bytes) {
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }

  /// As an item of a file.
  Map<String, @Nullable Object> item() {
    var item = new LinkedHashMap<String, @Nullable Object>();
    item.put("key", key);
    item.put("value", value);
    item.put("headers", headers);
    item.put("topic", topic);
    item.put("partition", partition);
    item.put("timestamp", timestamp);
    item.put("offset", offset);
    return item;
  }
}
