package io.orrery.plugin.mqtt;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Metric;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.items.Items;
import java.util.Map;

@Plugin(
    type = "io.kestra.plugin.mqtt.Publish",
    title = "Publishes messages to a broker of MQTT.",
    examples =
        @Example(
            """
            id: measured
            type: io.kestra.plugin.mqtt.Publish
            server: tcp://mqtt.example.com:1883
            clientId: orrery-publisher
            topic: sensors/cpu
            retain: true
            from:
              type: sensors
              value: 1.23
            """))
public record Publish(
    @Inline MqttProperties mqtt,
    @Doc(value = "The topic.", required = true) Property<String> topic,
    @Doc(
            value = "A payload, a list of payloads, or the address of a file of them.",
            required = true)
        Property<Object> from,
    @Doc(value = "Whether the broker keeps the message for new subscribers.", defaultText = "false")
        Property<Boolean> retain)
    implements RunnableTask<Publish.Output> {

  public record Output(@Doc("How many messages were published.") int messagesCount) {}

  @Override
  public Output run(RunContext context) throws Exception {
    var to = context.require(topic, "topic");
    var type = mqtt.serde(context);
    var level = mqtt.level(context);
    var kept = context.render(retain).orElse(false);
    var given = context.require(from, "from");
    var count = new int[1];
    try (var client = Client.of(mqtt.login(false, context), new Connection())) {
      client.connect();
      Items.from(
          given,
          context,
          item -> {
            client.publish(to, Payload.write(type, item), level, kept);
            count[0]++;
          });
    }
    context.metric(new Metric(Metric.Kind.COUNTER, "records", count[0], Map.of("topic", to)));
    return new Output(count[0]);
  }
}
