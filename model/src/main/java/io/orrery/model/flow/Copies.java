package io.orrery.model.flow;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Copies that keep the order of what they copy: `Map.copyOf` shuffles, and order can show.
final class Copies {
  private Copies() {}

  static <K, V> Map<K, V> map(Map<K, V> source) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(source));
  }
}
