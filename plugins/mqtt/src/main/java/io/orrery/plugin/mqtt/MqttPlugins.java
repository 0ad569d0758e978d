package io.orrery.plugin.mqtt;

import io.orrery.plugin.api.PluginProvider;
import java.util.List;

/// What this jar offers.
public final class MqttPlugins implements PluginProvider {

  @Override
  public List<Class<?>> plugins() {
    return List.of(Publish.class, Subscribe.class, Trigger.class, RealtimeTrigger.class);
  }
}
