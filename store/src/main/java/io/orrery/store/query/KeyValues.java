package io.orrery.store.query;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The key-value store. Each call is a transaction of its own.
public interface KeyValues {

  /// @param json the value as JSON text
  /// @param expiresAt it is gone from then on
  record Entry(
      String namespace,
      String key,
      String json,
      int revision,
      Instant createdAt,
      Instant updatedAt,
      Optional<Instant> expiresAt) {}

  /// The entry, also when it expired (the caller tells 404 from 410 by it).
  Optional<Entry> find(String namespace, String key);

  void put(String namespace, String key, String json, Instant now, Optional<Instant> expiresAt);

  /// @return whether there was one
  boolean delete(String namespace, String key);

  /// Entries of exactly this namespace whose key begins with `prefix`, ordered by key, expired ones
  /// left out.
  List<Entry> list(String namespace, String prefix, Instant now);
}
