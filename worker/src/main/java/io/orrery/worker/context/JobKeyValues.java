package io.orrery.worker.context;

import io.orrery.model.kept.Keeper;
import io.orrery.model.kept.Opened;
import io.orrery.plugin.api.KeyValues;
import io.orrery.rpc.ControllerPort;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The key-value stores, asked of the controller. Secrets in values are sealed there.
record JobKeyValues(ControllerPort controller, Keeper keeper) implements KeyValues {

  @Override
  public Optional<Object> get(String namespace, String key) {
    return controller.kv(namespace, key).map(value -> opened(value));
  }

  private Object opened(Object value) {
    return Objects.requireNonNullElse(Opened.of(value, keeper), value);
  }

  @Override
  public void put(String namespace, String key, @Nullable Object value, Optional<Duration> ttl) {
    controller.putKv(namespace, key, keeper.kept(value), ttl);
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
