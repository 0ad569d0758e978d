package io.orrery.model.input;

import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Values as JSON has them: times become their ISO text.
final class Plain {
  private Plain() {}

  static @Nullable Object of(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        var plain = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((key, inner) -> plain.put(String.valueOf(key), of(inner)));
        yield plain;
      }
      case List<?> list -> {
        var plain = new ArrayList<@Nullable Object>(list.size());
        list.forEach(inner -> plain.add(of(inner)));
        yield plain;
      }
      // LocalTime's own text leaves out seconds that are zero.
      case LocalTime time -> time.format(DateTimeFormatter.ISO_LOCAL_TIME);
      case TemporalAccessor time -> time.toString();
      case TemporalAmount amount -> amount.toString();
      case null, default -> value;
    };
  }

  /// Puts a value where a dotted id says: `a.b` goes into the map `a`.
  static void nest(Map<String, @Nullable Object> into, String id, @Nullable Object value) {
    var names = id.split("\\.", -1);
    var map = into;
    for (int i = 0; i < names.length - 1; i++) {
      if (!(map.get(names[i]) instanceof Map<?, ?>)) {
        map.put(names[i], new LinkedHashMap<String, @Nullable Object>());
      }
      @SuppressWarnings("unchecked") // made two lines above, or by an earlier input
      var inner = (Map<String, @Nullable Object>) map.get(names[i]);
      if (inner == null) return;
      map = inner;
    }
    map.put(names[names.length - 1], value);
  }

  /// What is given under an id: by its whole name, or nested.
  static @Nullable Object at(Map<String, ?> given, String id) {
    var value = given.get(id);
    if (value != null || !id.contains(".")) return value;
    Object current = given;
    for (var name : id.split("\\.", -1)) {
      if (!(current instanceof Map<?, ?> map)) return null;
      current = map.get(name);
      if (current == null) return null;
    }
    return current;
  }
}
