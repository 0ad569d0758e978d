package io.orrery.worker.plugin;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A bounded memory: what was not used for longest is forgotten. Safe for many threads.
public final class Lru<K, V> {

  private final Map<K, V> entries;

  public Lru(int sizeMax) {
    entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > sizeMax;
          }
        };
  }

  public @Nullable V get(K key) {
    synchronized (entries) {
      return entries.get(key);
    }
  }

  public void put(K key, V value) {
    synchronized (entries) {
      entries.put(key, value);
    }
  }
}
