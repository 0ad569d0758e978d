package io.orrery.expression.code;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Names and their values, inside other scopes.
///
/// The outermost scope is what the caller gave: it is looked up with `get` and `containsKey` only
/// and never written to, so a lazy map stays lazy.
final class Scope {

  private final @Nullable Scope outer;
  private final boolean closed;
  private @Nullable Map<String, @Nullable Object> names;

  private Scope(
      @Nullable Scope outer, boolean closed, @Nullable Map<String, @Nullable Object> names) {
    this.outer = outer;
    this.closed = closed;
    this.names = names;
  }

  /// The given variables, with room for what the template sets.
  static Scope over(Map<String, Object> variables) {
    return new Scope(new Scope(null, true, variables), false, null);
  }

  /// A scope inside this one that sees it.
  Scope open() {
    return new Scope(this, false, null);
  }

  /// A scope inside this one that does not see it: a macro's.
  Scope closed() {
    return new Scope(this, true, null);
  }

  @Nullable Object get(String name, int line) {
    var scope = this;
    while (true) {
      if (scope.names != null) {
        var value = scope.names.get(name);
        if (value != null || scope.names.containsKey(name)) {
          return value;
        }
      }
      if (scope.closed || scope.outer == null) {
        throw new Undefined(name, line);
      }
      scope = scope.outer;
    }
  }

  void put(String name, @Nullable Object value) {
    if (names == null) {
      names = new HashMap<>();
    }
    names.put(name, value);
  }

  /// Changes the nearest variable of that name that the template made, or makes one here.
  void set(String name, @Nullable Object value) {
    for (var scope = this; scope.outer != null; scope = scope.outer) {
      if (scope.names != null && scope.names.containsKey(name)) {
        scope.put(name, value);
        return;
      }
      if (scope.closed) {
        break;
      }
    }
    put(name, value);
  }
}
