package io.orrery.worker.context;

import io.orrery.model.id.Lineage;
import io.orrery.model.kept.Keeper;
import io.orrery.model.kept.Opened;
import io.orrery.plugin.api.KeyValues;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.rpc.ControllerPort;
import io.orrery.rpc.KvWrite;
import io.orrery.rpc.NamespacePort.Access;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The key-value stores, asked of the controller. Secrets in values are sealed there.
///
/// @param namespace of the flow
record JobKeyValues(String namespace, ControllerPort controller, Keeper keeper)
    implements KeyValues {

  @Override
  public Optional<Object> get(String namespace, String key) {
    allowed(namespace);
    for (var place : Lineage.of(namespace)) {
      var value = controller.kv(place, key);
      if (value.isPresent()) {
        return value.map(it -> Objects.requireNonNullElse(Opened.of(it, keeper), it));
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean put(String namespace, String key, Value value) {
    if (allowed(namespace) == Access.UNKNOWN) {
      throw new TaskFailure(
          "the namespace '" + namespace + "' does not exist: no flow is in it and nobody made it");
    }
    return controller.putKv(
        namespace,
        key,
        new KvWrite(
            keeper.kept(value.value()),
            value.type(),
            value.description(),
            value.ttl(),
            value.overwrite()));
  }

  @Override
  public boolean delete(String namespace, String key) {
    return deleteAll(namespace, List.of(key)) > 0;
  }

  @Override
  public List<String> keys(String namespace, String prefix) {
    allowed(namespace);
    return controller.kvKeys(namespace, prefix);
  }

  @Override
  public List<Key> all(String namespace) {
    allowed(namespace);
    return controller.allKv(namespace).entrySet().stream()
        .map(entry -> new Key(entry.getKey(), entry.getValue()))
        .toList();
  }

  @Override
  public int deleteAll(String namespace, List<String> keys) {
    allowed(namespace);
    return controller.deleteKv(namespace, keys);
  }

  @Override
  public List<String> namespaces() {
    return controller.kvNamespaces().stream()
        .filter(other -> controller.namespaces().access(namespace, other) == Access.ALLOWED)
        .toList();
  }

  private Access allowed(String other) {
    var access = controller.namespaces().access(namespace, other);
    if (access == Access.REFUSED) {
      throw new TaskFailure(FileAddresses.refusal(namespace, other));
    }
    return access;
  }
}
