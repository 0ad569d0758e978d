package io.orrery.store.space;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What was said about namespaces. A namespace needs no entry to be used. Each call is a
/// transaction of its own.
public interface Namespaces {

  /// @param fields JSON-like: `description`, `variables`, `pluginDefaults` …
  record Entry(String id, Map<String, Object> fields, Instant createdAt, Instant updatedAt) {}

  Optional<Entry> find(String id);

  /// Ordered by id.
  List<Entry> all();

  void put(String id, Map<String, Object> fields, Instant now);

  /// @return whether there was one
  boolean delete(String id);
}
