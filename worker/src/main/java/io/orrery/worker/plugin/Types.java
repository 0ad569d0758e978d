package io.orrery.worker.plugin;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Map;

/// Java types of properties, taken apart.
final class Types {
  private Types() {}

  private static final Map<Class<?>, Class<?>> BOXES =
      Map.of(
          int.class, Integer.class,
          long.class, Long.class,
          double.class, Double.class,
          boolean.class, Boolean.class);

  /// The class of a type, boxed.
  static Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> plain -> BOXES.getOrDefault(plain, plain);
      case ParameterizedType generic -> raw(generic.getRawType());
      case WildcardType wildcard -> raw(wildcard.getUpperBounds()[0]);
      default -> Object.class;
    };
  }

  /// The type argument at `index`; Object when there is none.
  static Type argument(Type type, int index) {
    return type instanceof ParameterizedType generic
        ? generic.getActualTypeArguments()[index]
        : Object.class;
  }
}
