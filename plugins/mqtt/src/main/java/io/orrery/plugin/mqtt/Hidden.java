package io.orrery.plugin.mqtt;

import com.hivemq.client.internal.mqtt.message.publish.MqttPublish;
import com.hivemq.client.internal.mqtt.message.publish.MqttStatefulPublish;
import java.lang.reflect.Field;
import java.util.Optional;

/// What the protocol tells of a delivery and the client keeps to itself: the broker's number of it,
/// and whether it may have been delivered before. Without them a message that comes again cannot be
/// told from one that only looks the same. They are taken from the client's own records, by
/// reflection; a version of the client that has them elsewhere makes every message a new one.
final class Hidden {
  private Hidden() {}

  /// Empty for QoS 0, and when they are not where they were.
  static Optional<MqttStatefulPublish> of(MqttPublish publish) {
    try {
      var confirmable = read(MqttPublish.class.getDeclaredField("confirmable"), publish);
      if (confirmable == null) {
        return Optional.empty();
      }
      var flows = read(confirmable.getClass().getDeclaredField("publishWithFlows"), confirmable);
      return flows != null
              && read(flows.getClass().getDeclaredField("publish"), flows)
                  instanceof MqttStatefulPublish stateful
          ? Optional.of(stateful)
          : Optional.empty();
    } catch (ReflectiveOperationException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static @org.jspecify.annotations.Nullable Object read(Field field, Object of)
      throws ReflectiveOperationException {
    field.setAccessible(true);
    return field.get(of);
  }
}
