package io.orrery.plugin.mqtt;

import io.orrery.plugin.mqtt.MqttProperties.Login;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A client of a broker, of either version of the protocol. A connection that was there and is lost
/// is mended by itself, with the session, or with the subscriptions where that is gone.
interface Client extends AutoCloseable {

  /// The client, not connected yet.
  static Client of(Login login, Connection connection) {
    return switch (login.version()) {
      case V3 -> new ClientV3(login, connection);
      case V5 -> new ClientV5(login, connection);
    };
  }

  /// @return whether the broker knew our session
  boolean connect() throws InterruptedException;

  /// @throws io.orrery.plugin.api.TaskFailure when the broker refuses a topic
  void subscribe(List<String> topics, int qos) throws InterruptedException;

  /// Returns once the broker has it.
  void publish(String topic, byte[] payload, int qos, boolean retain) throws InterruptedException;

  /// The next message; empty when none came in time.
  Optional<Delivery> receive(Duration timeout) throws InterruptedException;

  /// Says good-bye. What was not acknowledged stays with the session, if that stays.
  @Override
  void close();
}
