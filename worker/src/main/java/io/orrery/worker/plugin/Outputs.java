package io.orrery.worker.plugin;

import io.orrery.model.kept.Sizes;
import io.orrery.plugin.api.TaskFailure;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a task returned, as JSON-like values.
///
/// Bounded: a tree of more characters than is allowed, or deeper than [#DEPTH_MAX], fails the
/// attempt with a message that says what to do instead.
public final class Outputs {

  static final int DEPTH_MAX = 200;

  private record Component(String name, MethodHandle read) {}

  private static final ClassValue<List<Component>> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected List<Component> computeValue(Class<?> type) {
          return components(type);
        }
      };

  private final long charsMax;
  private long chars;

  private Outputs(long charsMax) {
    this.charsMax = charsMax;
  }

  /// @param returned a record, a map, or null when there are none
  /// @throws TaskFailure when they are too large
  public static Map<String, Object> of(@Nullable Object returned, long charsMax) {
    if (returned == null) {
      return Map.of();
    }
    var plain = new Outputs(charsMax).plain(returned, 0);
    if (plain instanceof Map<?, ?> map) {
      var outputs = new LinkedHashMap<String, Object>();
      map.forEach((name, value) -> outputs.put(String.valueOf(name), value));
      return outputs;
    }
    throw new IllegalStateException(
        "a task returns a record or a map, not " + returned.getClass().getName());
  }

  private @Nullable Object plain(@Nullable Object value, int depth) {
    if (depth > DEPTH_MAX) {
      throw new TaskFailure("the outputs are nested deeper than " + DEPTH_MAX);
    }
    return switch (value) {
      case null -> null;
      case String text -> counted(text);
      case Boolean truth -> truth;
      case Integer number -> number;
      case Long number -> number;
      case Double number -> number;
      case BigDecimal number -> number;
      case BigInteger number -> number;
      case Float number -> number.doubleValue();
      case Number number -> number.longValue();
      case Map<?, ?> map -> map(map, depth);
      case Iterable<?> items when !(value instanceof java.nio.file.Path) -> list(items, depth);
      case Optional<?> optional -> plain(optional.orElse(null), depth);
      case Enum<?> constant -> constant.name();
      case byte[] bytes -> counted(java.util.Base64.getEncoder().encodeToString(bytes));
      case Record record -> record(record, depth);
      default -> value.getClass().isArray() ? array(value, depth) : counted(String.valueOf(value));
    };
  }

  private String counted(String text) {
    chars += text.length();
    if (chars > charsMax) {
      throw new TaskFailure(
          "the outputs are larger than "
              + Sizes.text(charsMax)
              + ": write them to a file in internal storage and hand on its address");
    }
    return text;
  }

  private Map<String, @Nullable Object> map(Map<?, ?> map, int depth) {
    var plain = new LinkedHashMap<String, @Nullable Object>();
    map.forEach((key, value) -> plain.put(counted(String.valueOf(key)), plain(value, depth + 1)));
    return plain;
  }

  private List<@Nullable Object> list(Iterable<?> items, int depth) {
    var plain = new ArrayList<@Nullable Object>();
    for (var item : items) {
      chars++;
      plain.add(plain(item, depth + 1));
    }
    return plain;
  }

  private List<@Nullable Object> array(Object array, int depth) {
    var plain = new ArrayList<@Nullable Object>();
    for (int i = 0; i < Array.getLength(array); i++) {
      plain.add(plain(Array.get(array, i), depth + 1));
    }
    return plain;
  }

  private Map<String, @Nullable Object> record(Record record, int depth) {
    var plain = new LinkedHashMap<String, @Nullable Object>();
    for (var component : COMPONENTS.get(record.getClass())) {
      plain.put(component.name(), plain(read(component, record), depth + 1));
    }
    return plain;
  }

  private static @Nullable Object read(Component component, Record record) {
    try {
      return (Object) component.read().invokeExact((Object) record);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Component> components(Class<?> type) {
    var components = new ArrayList<Component>();
    for (var component : type.getRecordComponents()) {
      var accessor = component.getAccessor();
      accessor.setAccessible(true);
      try {
        var read = MethodHandles.lookup().unreflect(accessor);
        components.add(
            new Component(
                component.getName(),
                read.asType(java.lang.invoke.MethodType.methodType(Object.class, Object.class))));
      } catch (IllegalAccessException e) {
        throw new IllegalStateException("a component of " + type + " is not accessible", e);
      }
    }
    return List.copyOf(components);
  }
}
