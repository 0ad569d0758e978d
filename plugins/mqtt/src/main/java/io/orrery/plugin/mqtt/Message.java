package io.orrery.plugin.mqtt;

import io.orrery.plugin.api.Doc;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A message as flows see it.
record Message(
    @Doc("The number that the broker gave its delivery; 0 for QoS 0.") int id,
    @Doc("Its topic.") String topic,
    @Doc("How surely it was delivered.") int qos,
    @Doc("Its user properties; of V5.") Map<String, String> properties,
    @Doc("Its payload.") @Nullable Object payload,
    @Doc("Whether the broker had kept it for new subscribers.") boolean retain) {

  static Message of(Delivery delivery, SerdeType type) {
    return new Message(
        delivery.packetId(),
        delivery.topic(),
        delivery.qos(),
        delivery.properties(),
        Payload.read(type, delivery.payload(), delivery.topic()),
        delivery.retain());
  }

  /// As an item of a file.
  Map<String, @Nullable Object> item() {
    var item = new LinkedHashMap<String, @Nullable Object>();
    item.put("id", id);
    item.put("topic", topic);
    item.put("qos", qos);
    item.put("properties", properties);
    item.put("payload", payload);
    item.put("retain", retain);
    return item;
  }
}
