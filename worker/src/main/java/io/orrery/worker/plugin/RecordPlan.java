package io.orrery.worker.plugin;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.TaskFailure;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How an instance of a class is made from properties: looked at once, by reflection; used often,
/// without.
final class RecordPlan {

  /// One parameter of the constructor.
  sealed interface Slot {
    /// Rendered later, by the task.
    record Deferred(String name, Type target, Optional<Doc> doc) implements Slot {}

    /// A value as it stands in the YAML.
    record Plain(String name, Type type, Optional<Doc> doc) implements Slot {}

    /// A record whose properties stand among ours.
    record Inlined(RecordPlan plan) implements Slot {}
  }

  private static final ClassValue<RecordPlan> PLANS =
      new ClassValue<>() {
        @Override
        protected RecordPlan computeValue(Class<?> type) {
          return new RecordPlan(type);
        }
      };

  private final MethodHandle constructor;
  private final List<Slot> slots;
  private final Set<String> names;

  static RecordPlan of(Class<?> type) {
    return PLANS.get(type);
  }

  private RecordPlan(Class<?> type) {
    var found = constructor(type);
    var parameters = found.getParameters();
    this.slots = new ArrayList<>();
    this.names = new LinkedHashSet<>();
    for (var parameter : parameters) {
      add(parameter);
    }
    try {
      found.setAccessible(true);
      this.constructor =
          MethodHandles.lookup()
              .unreflectConstructor(found)
              .asSpreader(Object[].class, parameters.length)
              .asType(java.lang.invoke.MethodType.methodType(Object.class, Object[].class));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("the constructor of " + type + " is not accessible", e);
    }
  }

  private void add(Parameter parameter) {
    var type = parameter.getParameterizedType();
    if (parameter.isAnnotationPresent(Inline.class)) {
      var plan = of(Types.raw(type));
      slots.add(new Slot.Inlined(plan));
      names.addAll(plan.names);
      return;
    }
    var doc = Optional.ofNullable(parameter.getAnnotation(Doc.class));
    var name = doc.map(Doc::name).filter(given -> !given.isEmpty()).orElseGet(parameter::getName);
    names.add(name);
    slots.add(
        Types.raw(type) == Property.class
            ? new Slot.Deferred(name, Types.argument(type, 0), doc)
            : new Slot.Plain(name, type, doc));
  }

  private static Constructor<?> constructor(Class<?> type) {
    if (type.isRecord()) {
      var components = type.getRecordComponents();
      var types = new Class<?>[components.length];
      for (int i = 0; i < types.length; i++) {
        types[i] = components[i].getType();
      }
      try {
        return type.getDeclaredConstructor(types);
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException("every record has its canonical constructor", e);
      }
    }
    var all = type.getDeclaredConstructors();
    if (all.length != 1) {
      throw new IllegalStateException("plugin " + type.getName() + " needs exactly 1 constructor");
    }
    return all[0];
  }

  /// In the order of the class; those of inlined records included.
  Set<String> names() {
    return names;
  }

  List<Slot> slots() {
    return slots;
  }

  /// A new instance.
  ///
  /// @param place before the names of properties in messages, as `options.`
  /// @throws TaskFailure when a property is unknown or has the wrong type
  Object bind(Map<String, Object> properties, String place) {
    for (var name : properties.keySet()) {
      if (!names.contains(name)) {
        throw new TaskFailure(
            "there is no property '" + place + name + "'; there are " + String.join(", ", names));
      }
    }
    return make(properties, place);
  }

  private Object make(Map<String, Object> properties, String place) {
    var arguments = new @Nullable Object[slots.size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = value(slots.get(i), properties, place);
    }
    try {
      return (Object) constructor.invokeExact(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Object value(Slot slot, Map<String, Object> properties, String place) {
    return switch (slot) {
      case Slot.Inlined(var plan) -> plan.make(properties, place);
      case Slot.Deferred(var name, var target, _) -> Property.of(properties.get(name), target);
      case Slot.Plain(var name, var type, _) -> {
        try {
          yield plain(type, properties.get(name));
        } catch (TaskFailure e) {
          throw new TaskFailure("property '" + place + name + "': " + e.getMessage(), e);
        }
      }
    };
  }

  /// Absent lists, maps, optionals, numbers and booleans are empty, not null.
  private static @Nullable Object plain(Type type, @Nullable Object value) {
    var raw = Types.raw(type);
    if (value != null) {
      if (raw == List.class && !(value instanceof List) && !(value instanceof String)) {
        throw new TaskFailure("must be a list");
      }
      return Conversions.convert(type, value);
    }
    if (raw == List.class) {
      return List.of();
    }
    if (raw == Map.class) {
      return new LinkedHashMap<String, Object>();
    }
    if (raw == Optional.class) {
      return Optional.empty();
    }
    if (raw.isRecord()) {
      return null;
    }
    if (type == boolean.class) {
      return false;
    }
    if (type instanceof Class<?> primitive && primitive.isPrimitive()) {
      return Conversions.convert(type, 0);
    }
    return null;
  }
}
