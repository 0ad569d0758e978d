package io.orrery.store.space;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The secrets of namespaces, sealed. Keys are the same in any case. Each call is a transaction of
/// its own.
public interface Secrets {

  /// @param key as its author wrote it
  /// @param sealed the value, unreadable without the instance's key
  record Entry(
      String namespace,
      String key,
      String sealed,
      Optional<String> description,
      List<String> tags,
      Instant createdAt,
      Instant updatedAt) {
    public Entry {
      tags = List.copyOf(tags);
    }

    /// Nothing of the value.
    @Override
    public String toString() {
      return "secret " + key + " of " + namespace;
    }
  }

  Optional<Entry> find(String namespace, String key);

  /// Those of exactly this namespace, ordered by key.
  List<Entry> list(String namespace);

  /// Replaces one that is there; it keeps when it was created.
  void put(Entry entry);

  /// @return whether there was one
  boolean delete(String namespace, String key);

  /// Namespaces that have a secret, ordered.
  List<String> namespaces();
}
