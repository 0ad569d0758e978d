package io.orrery.plugin.mqtt;

import com.hivemq.client.internal.mqtt.message.publish.MqttPublish;
import com.hivemq.client.internal.mqtt.message.publish.MqttStatefulPublish;
import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient.Mqtt5Publishes;
import com.hivemq.client.mqtt.mqtt5.message.auth.Mqtt5SimpleAuth;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5RetainHandling;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5Subscribe;
import com.hivemq.client.mqtt.mqtt5.message.subscribe.Mqtt5Subscription;
import io.orrery.plugin.mqtt.MqttProperties.Login;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// MQTT 5.
final class ClientV5 implements Client {

  /// How long a broker keeps a session that stays.
  private static final Duration SESSION = Duration.ofDays(7);

  /// How many messages may be under way to us that we have not acknowledged.
  private static final int RECEIVE_MAX = 100;

  private final Login login;
  private final Connection connection;
  private final Mqtt5AsyncClient client;
  private final Mqtt5Publishes messages;

  ClientV5(Login login, Connection connection) {
    this.login = login;
    this.connection = connection;
    this.client =
        MqttClient.builder()
            .identifier(login.clientId())
            .transportConfig(Transport.of(login))
            .addConnectedListener(context -> connection.connected())
            .addDisconnectedListener(connection::lost)
            .useMqttVersion5()
            .buildAsync();
    // Before the connection: a session that is known starts with what it owes us.
    this.messages = client.toBlocking().publishes(MqttGlobalPublishFilter.ALL, true);
  }

  @Override
  public boolean connect() throws InterruptedException {
    var connect =
        Mqtt5Connect.builder()
            .cleanStart(!login.keep())
            .sessionExpiryInterval(login.keep() ? SESSION.toSeconds() : 0)
            .restrictions()
            .receiveMaximum(RECEIVE_MAX)
            .applyRestrictions();
    var isKnown = login.username().isPresent() || login.password().isPresent();
    var known = isKnown ? connect.simpleAuth(auth()) : connect;
    return Waiting.forIt(client.connect(known.build()), "connect to " + login.host())
        .isSessionPresent();
  }

  private Mqtt5SimpleAuth auth() {
    var password = login.password().map(text -> text.getBytes(StandardCharsets.UTF_8));
    if (login.username().isEmpty()) {
      return Mqtt5SimpleAuth.builder().password(password.orElseThrow()).build();
    }
    var auth = Mqtt5SimpleAuth.builder().username(login.username().get());
    return password.map(auth::password).orElse(auth).build();
  }

  @Override
  public void subscribe(List<String> topics, int qos) throws InterruptedException {
    var subscriptions =
        topics.stream()
            .map(
                topic ->
                    Mqtt5Subscription.builder()
                        .topicFilter(topic)
                        .qos(level(qos))
                        .retainHandling(Mqtt5RetainHandling.SEND_IF_SUBSCRIPTION_DOES_NOT_EXIST)
                        .build())
            .toList();
    Waiting.forIt(
        client.subscribe(Mqtt5Subscribe.builder().addSubscriptions(subscriptions).build()),
        "subscribe to " + String.join(", ", topics));
  }

  @Override
  public void publish(String topic, byte[] payload, int qos, boolean retain)
      throws InterruptedException {
    var message =
        Mqtt5Publish.builder().topic(topic).payload(payload).qos(level(qos)).retain(retain).build();
    Waiting.forIt(client.publish(message), "publish to " + topic);
  }

  @Override
  public Optional<Delivery> receive(Duration timeout) throws InterruptedException {
    return messages.receive(timeout.toMillis(), TimeUnit.MILLISECONDS).map(ClientV5::delivery);
  }

  private static Delivery delivery(Mqtt5Publish message) {
    Optional<MqttStatefulPublish> hidden =
        message instanceof MqttPublish publish ? Hidden.of(publish) : Optional.empty();
    Map<String, String> properties = new LinkedHashMap<>();
    message
        .getUserProperties()
        .asList()
        .forEach(
            property ->
                properties.put(property.getName().toString(), property.getValue().toString()));
    return new Delivery(
        message.getTopic().toString(),
        message.getPayloadAsBytes(),
        message.getQos().getCode(),
        message.isRetain(),
        properties,
        hidden.map(known -> known.getPacketIdentifier()).orElse(0),
        hidden.map(known -> known.isDup()).orElse(false),
        message::acknowledge);
  }

  static MqttQos level(int qos) {
    return java.util.Objects.requireNonNull(MqttQos.fromCode(qos));
  }

  @Override
  public void close() {
    connection.end();
    messages.close();
    Waiting.briefly(client.disconnect());
  }
}
