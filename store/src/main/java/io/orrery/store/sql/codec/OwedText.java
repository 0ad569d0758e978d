package io.orrery.store.sql.codec;

import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Owed;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a trigger owes as text, with times in microseconds.
public final class OwedText {

  private OwedText() {}

  /// Empty for nothing.
  public static Optional<String> of(Owed owed) {
    if (owed.isNothing()) {
      return Optional.empty();
    }
    var json = new LinkedHashMap<String, Object>();
    json.put(
        "spans",
        owed.spans().stream()
            .map(span -> List.of(Micros.of(span.from()), Micros.of(span.to())))
            .toList());
    json.put(
        "marks",
        owed.marks().stream()
            .map(mark -> List.of(Micros.of(mark.until()), mark.cause().name()))
            .toList());
    return Optional.of(Json.text(json));
  }

  public static Owed read(String text) {
    var json = Json.map(text);
    return new Owed(
        pairs(json, "spans").stream()
            .map(pair -> new Owed.Span(instant(pair.getFirst()), instant(pair.getLast())))
            .toList(),
        pairs(json, "marks").stream()
            .map(
                pair ->
                    new Owed.Mark(
                        instant(pair.getFirst()), Cause.valueOf(String.valueOf(pair.getLast()))))
            .toList());
  }

  private static List<List<?>> pairs(Map<String, Object> json, String member) {
    return json.get(member) instanceof List<?> list
        ? list.stream().<List<?>>map(it -> it instanceof List<?> pair ? pair : List.of()).toList()
        : List.of();
  }

  private static Instant instant(Object micros) {
    return Micros.instant(((Number) micros).longValue());
  }
}
