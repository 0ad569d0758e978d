package io.orrery.expression.value;

import java.lang.reflect.Array;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Looks at a value as a list, whatever it is made of.
public final class Values {

  private Values() {}

  public static boolean isList(@Nullable Object value) {
    return value instanceof Collection || (value != null && value.getClass().isArray());
  }

  /// The members of a list, set or array, without copying lists and arrays; null when it is none of
  /// them.
  public static @Nullable List<Object> list(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return unchecked(list);
    }
    if (value instanceof Collection<?> collection) {
      return new ArrayList<>(collection);
    }
    if (value != null && value.getClass().isArray()) {
      return new ArrayView(value);
    }
    return null;
  }

  /// What a `for` goes through: members, or the entries of a map; null when the value has none.
  public static @Nullable Iterable<?> iterable(Object value) {
    if (value instanceof Iterable<?> iterable) {
      return iterable;
    }
    if (value instanceof Map<?, ?> map) {
      return map.entrySet();
    }
    return list(value);
  }

  /// What to call a value's type in a message.
  public static String typeName(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case String _ -> "text";
      case Boolean _ -> "boolean";
      case Number _ -> "number";
      case Map<?, ?> _ -> "map";
      case Collection<?> _ -> "list";
      default -> value.getClass().isArray() ? "list" : value.getClass().getSimpleName();
    };
  }

  @SuppressWarnings("unchecked") // only read from
  private static List<Object> unchecked(List<?> list) {
    return (List<Object>) list;
  }

  private static final class ArrayView extends AbstractList<Object> {

    private final Object array;

    ArrayView(Object array) {
      this.array = array;
    }

    @Override
    public Object get(int index) {
      return Array.get(array, index);
    }

    @Override
    public int size() {
      return Array.getLength(array);
    }
  }
}
