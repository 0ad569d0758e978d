package io.orrery.server.fake;

import io.orrery.store.query.KeyValues;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/// Values by namespace and key.
public final class MemoryKeyValues implements KeyValues {
  private final ConcurrentSkipListMap<String, Entry> entries = new ConcurrentSkipListMap<>();

  @Override
  public Optional<Entry> find(String namespace, String key) {
    return Optional.ofNullable(entries.get(namespace + "/" + key));
  }

  @Override
  public void put(
      String namespace, String key, String json, Instant now, Optional<Instant> expiresAt) {
    entries.compute(
        namespace + "/" + key,
        (_, old) ->
            new Entry(
                namespace,
                key,
                json,
                old == null ? 1 : old.revision() + 1,
                old == null ? now : old.createdAt(),
                now,
                expiresAt));
  }

  @Override
  public boolean delete(String namespace, String key) {
    return entries.remove(namespace + "/" + key) != null;
  }

  @Override
  public List<Entry> list(String namespace, String prefix, Instant now) {
    return entries.values().stream()
        .filter(entry -> entry.namespace().equals(namespace) && entry.key().startsWith(prefix))
        .filter(entry -> entry.expiresAt().map(now::isBefore).orElse(true))
        .toList();
  }
}
