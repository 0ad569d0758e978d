package io.orrery.store.query;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The key-value store. Each call is a transaction of its own.
public interface KeyValues {

  /// @param json the value as JSON text
  /// @param type as its author named it: STRING, DATE …; empty: told by the value itself
  /// @param expiresAt it is gone from then on
  record Entry(
      String namespace,
      String key,
      String json,
      int revision,
      Optional<String> type,
      Optional<String> description,
      Instant createdAt,
      Instant updatedAt,
      Optional<Instant> expiresAt) {

    public boolean expired(Instant now) {
      return expiresAt.filter(end -> !end.isAfter(now)).isPresent();
    }
  }

  /// What is written.
  ///
  /// @param json the value as JSON text
  /// @param description empty: an older one stays
  record Write(
      String json,
      Optional<String> type,
      Optional<String> description,
      Optional<Instant> expiresAt,
      Overwrite overwrite) {

    /// Nothing but a value.
    public static Write of(String json, Optional<Instant> expiresAt) {
      return new Write(json, Optional.empty(), Optional.empty(), expiresAt, Overwrite.YES);
    }
  }

  /// Whether a value that is there already may be replaced. One that expired is not there.
  enum Overwrite {
    YES,
    NO
  }

  /// The entry, also when it expired (the caller tells 404 from 410 by it).
  Optional<Entry> find(String namespace, String key);

  /// @return whether it was written
  boolean put(String namespace, String key, Write write, Instant now);

  /// @return whether there was one
  boolean delete(String namespace, String key);

  /// Deletes all of them in one transaction.
  ///
  /// @return how many there were
  int delete(String namespace, List<String> keys);

  /// Entries of exactly this namespace whose key begins with `prefix`, ordered by key, expired ones
  /// left out.
  List<Entry> list(String namespace, String prefix, Instant now);

  /// Entries of exactly this namespace, expired ones too, ordered by key.
  List<Entry> all(String namespace);

  /// Sort fields: `key`, `namespace`, `creationDate`, `updateDate`, `expirationDate`; by namespace
  /// and key when none is given. Expired ones are left out.
  ///
  /// @param text part of the namespace or key
  /// @param namespace this one and those below it
  Page<Entry> search(
      Optional<String> text, Optional<String> namespace, PageRequest page, Instant now);

  /// Namespaces that have an entry, ordered.
  List<String> namespaces();

  /// Deletes entries that expired, `atMost` of them.
  ///
  /// @return how many
  int deleteExpired(Instant now, int atMost);
}
