package io.orrery.testing;

import io.orrery.plugin.api.Memory;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a trigger keeps, kept at once.
public final class TestMemory implements Memory {

  private volatile Map<String, Object> values = Map.of();

  @Override
  public Map<String, Object> values() {
    return values;
  }

  @Override
  public void keep(Map<String, Object> kept) {
    values = new LinkedHashMap<>(kept);
  }
}
