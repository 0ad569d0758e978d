package io.orrery.plugin.mqtt;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.mqtt.Subscribe",
    title = "Reads messages of MQTT into a file of items.",
    description = "Ends at `maxRecords` or `maxDuration`; without either, when it is killed.",
    examples =
        @Example(
            """
            id: sensors
            type: io.kestra.plugin.mqtt.Subscribe
            server: tcp://mqtt.example.com:1883
            clientId: orrery-subscriber
            topic:
              - sensors/cpu
              - sensors/mem
            maxRecords: 10
            maxDuration: PT1M
            """))
public record Subscribe(@Inline SubscribeProperties subscription, @Inline Batch.Size size)
    implements RunnableTask<Subscribe.Output> {

  public record Output(
      @Doc("How many messages were read.") int messagesCount,
      @Doc("The address of the file of messages; none when there were none.") @Nullable URI uri) {}

  @Override
  public Output run(RunContext context) throws Exception {
    var read = Batch.read(subscription, size, false, Optional.empty(), context);
    return new Output(read.count(), read.uri().orElse(null));
  }
}
