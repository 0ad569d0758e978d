package io.orrery.worker.context;

import io.orrery.plugin.api.KeyValues;
import io.orrery.rpc.ControllerPort;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The key-value stores, asked of the controller.
record JobKeyValues(ControllerPort controller) implements KeyValues {

  @Override
  public Optional<Object> get(String namespace, String key) {
    return controller.kv(namespace, key);
  }

  @Override
  public void put(String namespace, String key, @Nullable Object value, Optional<Duration> ttl) {
    controller.putKv(namespace, key, value, ttl);
  }

  @Override
  public boolean delete(String namespace, String key) {
    return controller.deleteKv(namespace, key);
  }

  @Override
  public List<String> keys(String namespace, String prefix) {
    return controller.kvKeys(namespace, prefix);
  }
}
