package io.orrery.expression.code;

import io.orrery.expression.value.Values;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `a.b` and `a[b]`: members of maps and lists, and nothing else. Maps are asked with `get` and
/// `containsKey` only.
final class Attributes {

  private Attributes() {}

  /// @throws Undefined when there is no such member
  static @Nullable Object of(Object owner, @Nullable Object key, int line) {
    if (key == null) {
      throw new Undefined("null", line);
    }
    if (owner instanceof Map<?, ?> map) {
      return member(map, key, line);
    }
    if (owner instanceof Map.Entry<?, ?> entry) {
      return switch (key.toString()) {
        case "key" -> entry.getKey();
        case "value" -> entry.getValue();
        default -> throw new Undefined(key.toString(), line);
      };
    }
    if (owner instanceof Loop loop) {
      return loop.attribute(key.toString(), line);
    }
    return item(owner, key, line);
  }

  private static @Nullable Object member(Map<?, ?> map, Object key, int line) {
    if (key instanceof Map<?, ?> || Values.isList(key)) {
      throw new Undefined(Values.typeName(key), line);
    }
    var value = map.get(key);
    if (value != null || map.containsKey(key)) {
      return value;
    }
    if (key instanceof Number number) {
      // a number in a template is a Long, a key may be any of these
      int whole = number.intValue();
      if (map.containsKey(whole)) {
        return map.get(whole);
      }
      if (map.containsKey(number.toString())) {
        return map.get(number.toString());
      }
    }
    throw new Undefined(key.toString(), line);
  }

  private static @Nullable Object item(Object owner, Object key, int line) {
    var list = Values.list(owner);
    if (list == null) {
      throw new Undefined(key.toString(), line);
    }
    int index;
    try {
      index = Integer.parseInt(key.toString());
    } catch (NumberFormatException _) {
      throw new Undefined(key.toString(), line);
    }
    if (index < 0 || index >= list.size()) {
      throw new Undefined(key.toString(), line);
    }
    return list.get(index);
  }
}
