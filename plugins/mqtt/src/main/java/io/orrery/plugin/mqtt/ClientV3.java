package io.orrery.plugin.mqtt;

import com.hivemq.client.internal.mqtt.message.publish.MqttStatefulPublish;
import com.hivemq.client.internal.mqtt.message.publish.mqtt3.Mqtt3PublishView;
import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt3.Mqtt3BlockingClient.Mqtt3Publishes;
import com.hivemq.client.mqtt.mqtt3.message.auth.Mqtt3SimpleAuth;
import com.hivemq.client.mqtt.mqtt3.message.connect.Mqtt3Connect;
import com.hivemq.client.mqtt.mqtt3.message.publish.Mqtt3Publish;
import com.hivemq.client.mqtt.mqtt3.message.subscribe.Mqtt3Subscribe;
import com.hivemq.client.mqtt.mqtt3.message.subscribe.Mqtt3Subscription;
import io.orrery.plugin.mqtt.MqttProperties.Login;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// MQTT 3.1.1.
final class ClientV3 implements Client {

  private final Login login;
  private final Connection connection;
  private final Mqtt3AsyncClient client;
  private final Mqtt3Publishes messages;

  ClientV3(Login login, Connection connection) {
    this.login = login;
    this.connection = connection;
    this.client =
        MqttClient.builder()
            .identifier(login.clientId())
            .transportConfig(Transport.of(login))
            .addConnectedListener(context -> connection.connected())
            .addDisconnectedListener(connection::lost)
            .useMqttVersion3()
            .buildAsync();
    // Before the connection: a session that is known starts with what it owes us.
    this.messages = client.toBlocking().publishes(MqttGlobalPublishFilter.ALL, true);
  }

  @Override
  public boolean connect() throws InterruptedException {
    var connect = Mqtt3Connect.builder().cleanSession(!login.keep());
    var known = login.username().map(name -> connect.simpleAuth(auth(name))).orElse(connect);
    return Waiting.forIt(client.connect(known.build()), "connect to " + login.host())
        .isSessionPresent();
  }

  /// The protocol knows no password without a name.
  private Mqtt3SimpleAuth auth(String name) {
    var auth = Mqtt3SimpleAuth.builder().username(name);
    return login
        .password()
        .map(password -> auth.password(password.getBytes(StandardCharsets.UTF_8)))
        .orElse(auth)
        .build();
  }

  @Override
  public void subscribe(List<String> topics, int qos) throws InterruptedException {
    var subscriptions =
        topics.stream()
            .map(
                topic ->
                    Mqtt3Subscription.builder().topicFilter(topic).qos(ClientV5.level(qos)).build())
            .toList();
    Waiting.forIt(
        client.subscribe(Mqtt3Subscribe.builder().addSubscriptions(subscriptions).build()),
        "subscribe to " + String.join(", ", topics));
  }

  @Override
  public void publish(String topic, byte[] payload, int qos, boolean retain)
      throws InterruptedException {
    var message =
        Mqtt3Publish.builder()
            .topic(topic)
            .payload(payload)
            .qos(ClientV5.level(qos))
            .retain(retain)
            .build();
    Waiting.forIt(client.publish(message), "publish to " + topic);
  }

  @Override
  public Optional<Delivery> receive(Duration timeout) throws InterruptedException {
    return messages.receive(timeout.toMillis(), TimeUnit.MILLISECONDS).map(ClientV3::delivery);
  }

  private static Delivery delivery(Mqtt3Publish message) {
    Optional<MqttStatefulPublish> hidden =
        message instanceof Mqtt3PublishView view ? Hidden.of(view.getDelegate()) : Optional.empty();
    return new Delivery(
        message.getTopic().toString(),
        message.getPayloadAsBytes(),
        message.getQos().getCode(),
        message.isRetain(),
        Map.of(),
        hidden.map(known -> known.getPacketIdentifier()).orElse(0),
        hidden.map(known -> known.isDup()).orElse(false),
        message::acknowledge);
  }

  @Override
  public void close() {
    connection.end();
    messages.close();
    Waiting.briefly(client.disconnect());
  }
}
