package io.orrery.worker;

import io.orrery.plugin.api.Memory;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a trigger keeps, in plain, during one dispatch. Safe for many threads.
final class KeptMemory implements Memory {

  private volatile Map<String, Object> values;

  KeptMemory(Map<String, Object> values) {
    this.values = copy(values);
  }

  @Override
  public Map<String, Object> values() {
    return values;
  }

  @Override
  public void keep(Map<String, Object> kept) {
    values = copy(kept);
  }

  Map<String, Object> kept() {
    return values;
  }

  private static Map<String, Object> copy(Map<String, Object> values) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }
}
