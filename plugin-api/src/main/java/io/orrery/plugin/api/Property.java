package io.orrery.plugin.api;

import java.lang.reflect.Type;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A property whose value is known only when it is rendered: a literal or a template of a `T`, or a
/// list or map with templates in it. Render it with [RunContext#render(Property)].
///
/// A property that the YAML does not have is [#absent], never null.
///
/// @param <T> String, Integer, Long, Double, Boolean, Duration, Instant, URI, an enum, a record,
///   Object, or a List or Map of these
// T is for the caller's compiler: what is rendered is known by `type`, the same thing at run time.
@SuppressWarnings("UnusedTypeParameter")
public final class Property<T> {

  private final @Nullable Object raw;
  private final Type type;

  private Property(@Nullable Object raw, Type type) {
    this.raw = raw;
    this.type = type;
  }

  public static <T> Property<T> of(@Nullable Object raw, Type type) {
    return new Property<>(raw, type);
  }

  /// A value that is there already.
  public static <T> Property<T> literal(T value) {
    return new Property<>(value, value.getClass());
  }

  public static <T> Property<T> absent(Type type) {
    return new Property<>(null, type);
  }

  /// What stands in the YAML, with its templates; empty when it is absent.
  public Optional<Object> raw() {
    return Optional.ofNullable(raw);
  }

  public boolean isAbsent() {
    return raw == null;
  }

  /// What it renders to.
  public Type type() {
    return type;
  }

  /// The text as written, never rendered.
  @Override
  public String toString() {
    return String.valueOf(raw);
  }
}
