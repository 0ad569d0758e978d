package io.orrery.model.kept;

import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Values of records as templates see them: what is sealed or put aside is opened when it is read,
/// and not before.
public final class Opened {
  private Opened() {}

  /// Opens one value.
  @FunctionalInterface
  public interface Opener {
    /// @throws IllegalArgumentException when it cannot be opened: its key or its file is not there
    @Nullable Object open(Kept kept);
  }

  /// @param value as records hold it; a map or a list is looked into when it is read
  public static @Nullable Object of(@Nullable Object value, Opener opener) {
    return switch (value) {
      case String text -> {
        var kept = Kept.of(text);
        yield kept.isPresent() ? opener.open(kept.get()) : text;
      }
      case MapView view -> view;
      case ListView view -> view;
      case Map<?, ?> map -> map(map, opener);
      case List<?> list -> new ListView(list, opener);
      case Collection<?> items -> new ListView(List.copyOf(items), opener);
      case null, default -> value;
    };
  }

  /// @param map one whose only key is empty stands for what is put aside under it
  public static Map<String, Object> map(Map<?, ?> map, Opener opener) {
    if (map.size() == 1
        && map.get("") instanceof String text
        && Kept.of(text).orElse(null) instanceof Kept.Aside aside
        && opener.open(aside) instanceof Map<?, ?> whole) {
      return new MapView(whole, opener);
    }
    return new MapView(map, opener);
  }

  private static final class MapView extends AbstractMap<String, Object> {
    private final Map<?, ?> map;
    private final Opener opener;

    MapView(Map<?, ?> map, Opener opener) {
      this.map = map;
      this.opener = opener;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
      var kept = key == null ? null : map.get(key);
      return kept == null ? ofSealedKey(key) : of(kept, opener);
    }

    /// A loop over secrets has sealed ones as keys of its outputs.
    private @Nullable Object ofSealedKey(@Nullable Object key) {
      if (key instanceof String plain && !map.containsKey(plain)) {
        for (var entry : map.entrySet()) {
          if (entry.getKey() instanceof String text
              && Kept.of(text).isPresent()
              && plain.equals(of(text, opener))) {
            return of(entry.getValue(), opener);
          }
        }
      }
      return null;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return key != null && (map.containsKey(key) || ofSealedKey(key) != null);
    }

    @Override
    public int size() {
      return map.size();
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public int size() {
          return map.size();
        }

        @Override
        public Iterator<Entry<String, Object>> iterator() {
          var entries = map.entrySet().iterator();
          return new Iterator<>() {
            @Override
            public boolean hasNext() {
              return entries.hasNext();
            }

            @Override
            public Entry<String, Object> next() {
              return new EntryView(entries.next(), opener);
            }
          };
        }
      };
    }
  }

  private static final class EntryView implements Map.Entry<String, Object> {
    private final Map.Entry<?, ?> entry;
    private final Opener opener;

    EntryView(Map.Entry<?, ?> entry, Opener opener) {
      this.entry = entry;
      this.opener = opener;
    }

    @Override
    public String getKey() {
      return String.valueOf(of(entry.getKey(), opener));
    }

    @Override
    @SuppressWarnings(
        "NullAway") // JSON-like maps hold nulls; the type of variables does not say so
    public Object getValue() {
      return of(entry.getValue(), opener);
    }

    @Override
    public Object setValue(Object value) {
      throw new UnsupportedOperationException("variables are only read");
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Map.Entry<?, ?> entry
          && new AbstractMap.SimpleEntry<>(this).equals(entry);
    }

    @Override
    public int hashCode() {
      return new AbstractMap.SimpleEntry<>(this).hashCode();
    }

    @Override
    public String toString() {
      return getKey() + "=" + getValue();
    }
  }

  private static final class ListView extends AbstractList<Object> implements RandomAccess {
    private final List<?> list;
    private final Opener opener;

    ListView(List<?> list, Opener opener) {
      this.list = list;
      this.opener = opener;
    }

    @Override
    @SuppressWarnings("NullAway") // as in maps
    public Object get(int index) {
      return of(list.get(index), opener);
    }

    @Override
    public int size() {
      return list.size();
    }
  }
}
