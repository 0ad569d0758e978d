package io.orrery.plugin.mqtt;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Emitter;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Memory;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Optional;

@Plugin(
    type = "io.kestra.plugin.mqtt.RealtimeTrigger",
    title = "Listens to a broker of MQTT, and starts an execution for each message.",
    description =
        """
        A message is acknowledged once its execution is durable: with QoS 1 or 2 none is passed by, for the broker keeps a
        session for the `clientId` (a week at most with V5) unless `cleanSession` says otherwise. A message that the broker
        delivers again starts no second execution. A lost connection is mended by itself.
        """,
    examples =
        @Example(
            """
            id: sensors
            type: io.kestra.plugin.mqtt.RealtimeTrigger
            server: ssl://mqtt.example.com:8883
            clientId: orrery-sensors
            username: orrery
            password: "{{ secret('MQTT_PASSWORD') }}"
            topic:
              - sensors/cpu
              - sensors/mem
            """))
public record RealtimeTrigger(
    @Inline SubscribeProperties subscription,
    @Doc(value = "Has no effect: it listens all the time.", deprecated = true)
        Property<Duration> interval,
    @Doc(value = "Has no effect: it listens all the time.", deprecated = true)
        Property<Integer> maxRecords,
    @Doc(value = "Has no effect: it listens all the time.", deprecated = true)
        Property<Duration> maxDuration)
    implements io.orrery.plugin.api.RealtimeTrigger<Message> {

  private static final Duration LOOK = Duration.ofMillis(500);

  /// How many messages become executions in one commit.
  private static final int TOGETHER_MAX = 50;

  @Override
  public void listen(RunContext context, Memory memory, Emitter<Message> emitter) throws Exception {
    var type = subscription.mqtt().serde(context);
    var level = subscription.mqtt().level(context);
    var topics = subscription.topics(context);
    var connection = new Connection();
    var recognising = new Recognising(level + " " + topics, memory);
    try (var client = Client.of(subscription.login(true, context), connection)) {
      if (!client.connect() || !recognising.isSubscribed()) {
        client.subscribe(topics, level);
      }
      while (true) {
        tell(connection, emitter);
        var first = client.receive(LOOK);
        if (first.isPresent()) {
          handOn(first.get(), client, type, recognising, emitter);
        }
      }
    }
  }

  private static void tell(Connection connection, Emitter<Message> emitter) {
    for (var news = connection.next(); news.isPresent(); news = connection.next()) {
      switch (news.get()) {
        case Connection.News.Connected() -> emitter.connected();
        case Connection.News.Lost(var why) -> emitter.disconnected(why);
      }
    }
  }

  /// All that is there, in one commit. Of a message that is there twice only one counts. Those
  /// before one that cannot be read are handed on all the same.
  private static void handOn(
      Delivery first,
      Client client,
      SerdeType type,
      Recognising recognising,
      Emitter<Message> emitter)
      throws InterruptedException {
    var found = new LinkedHashMap<String, Found<Message>>();
    var deliveries = new ArrayList<Delivery>();
    TaskFailure unreadable = null;
    var next = Optional.of(first);
    while (next.isPresent()) {
      Message message;
      try {
        message = Message.of(next.get(), type);
      } catch (TaskFailure e) {
        unreadable = e;
        break;
      }
      var key = recognising.key(next.get());
      found.put(key, Found.of(key, message));
      deliveries.add(next.get());
      next = deliveries.size() < TOGETHER_MAX ? client.receive(Duration.ZERO) : Optional.empty();
    }
    if (!found.isEmpty()) {
      recognising.keep();
      emitter.emit(new ArrayList<>(found.values()));
      deliveries.forEach(delivery -> delivery.acknowledge().run());
    }
    if (unreadable != null) {
      throw unreadable;
    }
  }
}
