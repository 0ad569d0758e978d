package io.orrery.controller.flow;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// A cache that forgets what was not used for longest, once all it holds weighs too much. Safe for
/// many threads.
final class Recent<K, V> {

  private final long weightMax;
  private final ToLongFunction<V> weight;
  private final Map<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long total;

  /// @param weightMax of all together; the newest alone may weigh more
  Recent(long weightMax, ToLongFunction<V> weight) {
    this.weightMax = weightMax;
    this.weight = weight;
  }

  synchronized @Nullable V get(K key) {
    return entries.get(key);
  }

  synchronized void put(K key, V value) {
    var old = entries.put(key, value);
    total += weight.applyAsLong(value) - (old == null ? 0 : weight.applyAsLong(old));
    Iterator<V> oldest = entries.values().iterator();
    while (total > weightMax && entries.size() > 1) {
      total -= weight.applyAsLong(oldest.next());
      oldest.remove();
    }
  }

  synchronized void clear() {
    entries.clear();
    total = 0;
  }

  synchronized int size() {
    return entries.size();
  }
}
