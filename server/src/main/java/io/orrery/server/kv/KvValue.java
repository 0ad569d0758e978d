package io.orrery.server.kv;

import io.orrery.server.http.Fault;
import io.orrery.server.json.Ion;
import io.orrery.server.json.Json;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A value of the key-value store: what clients send (JSON, or its superset Ion), what is kept
/// (JSON), and the type that it is shown with.
///
/// Ion has dates, JSON has not: they are kept as texts, and the type is kept beside them: a date in
/// quotes is a text. Where nobody named a type, a text that is a whole ISO 8601 date, date-time or
/// duration counts as one.
final class KvValue {
  private KvValue() {}

  enum Type {
    STRING,
    NUMBER,
    BOOLEAN,
    DATETIME,
    DATE,
    DURATION,
    JSON
  }

  /// A value as it is kept.
  ///
  /// @param type empty: told by the value itself
  record Sent(String json, Optional<Type> type) {}

  /// What a body says.
  static Sent read(String body) {
    try {
      var value = Json.read(body);
      return new Sent(
          Json.text(value), value instanceof String text ? quoted(text) : Optional.empty());
    } catch (Json.NotJson notJson) {
      return new Sent(ion(body, notJson), Optional.empty());
    }
  }

  /// Neither JSON nor Ion has durations, so one in quotes is one (Kestra's rule).
  private static Optional<Type> quoted(String text) {
    return Optional.of(type(text) == Type.DURATION ? Type.DURATION : Type.STRING);
  }

  static Type type(@Nullable Object value) {
    return switch (value) {
      case Number _ -> Type.NUMBER;
      case Boolean _ -> Type.BOOLEAN;
      case String text -> type(text);
      case null -> Type.JSON;
      default -> Type.JSON;
    };
  }

  private static Type type(String text) {
    if (parses(text, LocalDate::parse)) {
      return Type.DATE;
    }
    if (parses(text, OffsetDateTime::parse)) {
      return Type.DATETIME;
    }
    return text.startsWith("P") && parses(text, Duration::parse) ? Type.DURATION : Type.STRING;
  }

  private static boolean parses(String text, Function<String, ?> parser) {
    try {
      var _ = parser.apply(text);
      return true;
    } catch (DateTimeException _) {
      return false;
    }
  }

  private static String ion(String body, Json.NotJson notJson) {
    try (var ion = Ion.of(body)) {
      if (!ion.advance()) {
        throw refusal("it is empty");
      }
      var value = ion.value();
      if (ion.advance()) {
        throw refusal("there is more than one value");
      }
      var json = Json.text(value);
      var _ = Json.read(json); // what is kept must be readable again
      return json;
    } catch (Ion.NotIon | Json.NotJson | IOException _) {
      throw refusal(String.valueOf(notJson.getMessage()));
    }
  }

  private static Fault refusal(String why) {
    return Fault.argument(
        "the value is neither JSON nor Ion (a text needs quotes, as \"text\"): " + why);
  }
}
