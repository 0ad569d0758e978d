package io.orrery.server.json;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Builds the members of a JSON object in order, leaving out what is absent.
public final class JsonMap {
  private final Map<String, Object> members = new LinkedHashMap<>();

  /// A null and an empty [Optional] are left out.
  public JsonMap with(String name, @Nullable Object value) {
    var plain = value instanceof Optional<?> optional ? optional.orElse(null) : value;
    if (plain != null) {
      members.put(name, plain);
    }
    return this;
  }

  /// Everything of `more` that is not null.
  public JsonMap withAll(Map<String, ? extends @Nullable Object> more) {
    more.forEach(this::with);
    return this;
  }

  public Map<String, Object> map() {
    return members;
  }
}
