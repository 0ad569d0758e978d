package io.orrery.plugin.api;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The key-value stores of namespaces. Values are JSON-like.
public interface KeyValues {

  Optional<Object> get(String namespace, String key);

  /// @param ttl after which it is gone; empty: never
  void put(String namespace, String key, @Nullable Object value, Optional<Duration> ttl);

  /// @return whether there was one
  boolean delete(String namespace, String key);

  /// Ordered by name.
  List<String> keys(String namespace, String prefix);
}
