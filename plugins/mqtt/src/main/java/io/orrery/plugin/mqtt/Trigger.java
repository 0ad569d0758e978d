package io.orrery.plugin.mqtt;

import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Memory;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.PollingTrigger;
import io.orrery.plugin.api.RunContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

@Plugin(
    type = "io.kestra.plugin.mqtt.Trigger",
    title = "Reads messages of MQTT at an interval; those that are there start one execution.",
    description =
        """
        The messages are in the file of items `trigger.uri`. An evaluation ends at `maxRecords` or `maxDuration`, or when
        nothing comes for two seconds. Between two evaluations the broker keeps messages of QoS 1 and 2 for us. They are
        acknowledged as they are read: a crash in the moment between that and the execution loses them. A RealtimeTrigger
        loses none.
        """,
    examples =
        @Example(
            """
            id: sensors
            type: io.kestra.plugin.mqtt.Trigger
            interval: PT5M
            server: tcp://mqtt.example.com:1883
            clientId: orrery-sensors
            topic: sensors/#
            maxRecords: 1000
            """))
public record Trigger(@Inline SubscribeProperties subscription, @Inline Batch.Size size)
    implements PollingTrigger<Subscribe.Output> {

  private static final Duration SILENCE = Duration.ofSeconds(2);

  @Override
  public List<Found<Subscribe.Output>> evaluate(RunContext context, Memory memory)
      throws Exception {
    var read = Batch.read(subscription, size, true, Optional.of(SILENCE), context);
    return read.uri()
        .map(uri -> List.of(Found.of(new Subscribe.Output(read.count(), uri))))
        .orElse(List.of());
  }
}
