package io.orrery.server.fake;

import io.orrery.store.query.KeyValues;
import io.orrery.store.query.Page;
import io.orrery.store.query.PageRequest;
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
  public boolean put(String namespace, String key, Write write, Instant now) {
    entries.compute(
        namespace + "/" + key,
        (_, old) ->
            new Entry(
                namespace,
                key,
                write.json(),
                old == null ? 1 : old.revision() + 1,
                write.type(),
                write.description(),
                old == null ? now : old.createdAt(),
                now,
                write.expiresAt()));
    return true;
  }

  @Override
  public boolean delete(String namespace, String key) {
    return entries.remove(namespace + "/" + key) != null;
  }

  @Override
  public int delete(String namespace, List<String> keys) {
    return (int) keys.stream().filter(key -> delete(namespace, key)).count();
  }

  @Override
  public List<Entry> all(String namespace) {
    return entries.values().stream().filter(entry -> entry.namespace().equals(namespace)).toList();
  }

  @Override
  public Page<Entry> search(
      Optional<String> text, Optional<String> namespace, PageRequest page, Instant now) {
    var fitting =
        entries.values().stream()
            .filter(entry -> !entry.expired(now))
            .filter(entry -> text.map(entry.key()::contains).orElse(true))
            .filter(entry -> namespace.map(entry.namespace()::startsWith).orElse(true))
            .toList();
    int from = (int) Math.min(page.offset(), fitting.size());
    return new Page<>(
        fitting.subList(from, Math.min(from + page.size(), fitting.size())), fitting.size());
  }

  @Override
  public List<String> namespaces() {
    return entries.values().stream().map(Entry::namespace).distinct().toList();
  }

  @Override
  public int deleteExpired(Instant now, int atMost) {
    return 0;
  }

  @Override
  public List<Entry> list(String namespace, String prefix, Instant now) {
    return entries.values().stream()
        .filter(entry -> entry.namespace().equals(namespace) && entry.key().startsWith(prefix))
        .filter(entry -> entry.expiresAt().map(now::isBefore).orElse(true))
        .toList();
  }
}
