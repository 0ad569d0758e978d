package io.orrery.plugin.kafka;

import io.orrery.plugin.api.PluginProvider;
import java.util.List;

/// What this jar offers.
public final class KafkaPlugins implements PluginProvider {

  @Override
  public List<Class<?>> plugins() {
    return List.of(Produce.class, Consume.class, Trigger.class, RealtimeTrigger.class);
  }
}
