package io.orrery.expression;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A variable that is a map and costs something to know: asked for once, when a template reads it.
/// Safe for many threads.
public final class AskedMap extends AbstractMap<String, Object> {

  private final Supplier<Map<String, Object>> source;
  private @Nullable Map<String, Object> known;

  public AskedMap(Supplier<Map<String, Object>> source) {
    this.source = source;
  }

  private synchronized Map<String, Object> known() {
    if (known == null) {
      known = Collections.unmodifiableMap(source.get());
    }
    return known;
  }

  @Override
  public @Nullable Object get(@Nullable Object key) {
    return known().get(key);
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return known().containsKey(key);
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return known().entrySet();
  }
}
