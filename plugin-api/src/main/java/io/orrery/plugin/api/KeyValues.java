package io.orrery.plugin.api;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The key-value stores of namespaces. Values are JSON-like. A namespace other than the flow's own
/// may be used when its definition allows it; else each of these throws a [TaskFailure].
public interface KeyValues {

  /// @param type as its author named it, as `DATE`; empty: told by the value itself
  /// @param ttl after which it is gone; empty: never
  /// @param overwrite whether a value that is there may be replaced
  record Value(
      @Nullable Object value,
      Optional<String> type,
      Optional<String> description,
      Optional<Duration> ttl,
      boolean overwrite) {}

  /// @param expired it is gone, but still takes room
  record Key(String key, boolean expired) {}

  /// The value in the namespace or, failing that, in its nearest parent that has one.
  Optional<Object> get(String namespace, String key);

  /// @return whether it was written: not, when there is a value that may not be replaced
  /// @throws TaskFailure when nobody knows the namespace
  boolean put(String namespace, String key, Value value);

  /// Writes over whatever is there.
  default void put(String namespace, String key, @Nullable Object value, Optional<Duration> ttl) {
    boolean _ =
        put(namespace, key, new Value(value, Optional.empty(), Optional.empty(), ttl, true));
  }

  /// @return whether there was one
  boolean delete(String namespace, String key);

  /// Ordered by name.
  List<String> keys(String namespace, String prefix);

  /// All keys of exactly this namespace, expired ones too.
  List<Key> all(String namespace);

  /// @return how many there were
  int deleteAll(String namespace, List<String> keys);

  /// Namespaces that have keys and may be used by this flow, ordered.
  List<String> namespaces();
}
