package io.orrery.server.kv;

import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.system.IonReaderBuilder;
import io.orrery.server.http.Fault;
import io.orrery.server.json.Json;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A value of the key-value store: what clients send (JSON, or its superset Ion), what is kept
/// (JSON), and the type that it is shown with.
///
/// Ion has dates, JSON has not: they are kept as texts, and a text that is a whole ISO 8601 date,
/// date-time or duration is shown as one. Unlike in Kestra it is so too when it was sent in quotes.
final class KvValue {
  private static final int DEPTH_MAX = 100;

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

  /// The JSON of a body.
  static String json(String body) {
    try {
      return Json.text(Json.read(body));
    } catch (Json.NotJson notJson) {
      return ion(body, notJson);
    }
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
    try (var reader = IonReaderBuilder.standard().build(body)) {
      if (reader.next() == null) {
        throw refusal("it is empty");
      }
      var value = value(reader, 0);
      if (reader.next() != null) {
        throw refusal("there is more than one value");
      }
      return Json.text(value);
    } catch (IonException | IOException | ArithmeticException | IllegalStateException e) {
      // The reader of Ion throws the last two too, on numbers and dates beyond all bounds.
      throw refusal(String.valueOf(notJson.getMessage()));
    }
  }

  private static Fault refusal(String why) {
    return Fault.argument(
        "the value is neither JSON nor Ion (a text needs quotes, as \"text\"): " + why);
  }

  private static @Nullable Object value(IonReader reader, int depth) {
    if (depth > DEPTH_MAX) {
      throw refusal("it is nested too deeply");
    }
    if (reader.isNullValue()) {
      return null;
    }
    return switch (reader.getType()) {
      case BOOL -> reader.booleanValue();
      case INT -> reader.bigIntegerValue();
      case FLOAT -> reader.doubleValue();
      case DECIMAL -> reader.bigDecimalValue();
      case TIMESTAMP -> reader.timestampValue().toString();
      case STRING -> reader.stringValue();
      case LIST, SEXP -> list(reader, depth);
      case STRUCT -> struct(reader, depth);
      case SYMBOL -> throw refusal("a bare word is no value");
      case NULL, CLOB, BLOB, DATAGRAM -> throw refusal("binary data is no value");
    };
  }

  private static List<@Nullable Object> list(IonReader reader, int depth) {
    var list = new ArrayList<@Nullable Object>();
    reader.stepIn();
    for (IonType type = reader.next(); type != null; type = reader.next()) {
      list.add(value(reader, depth + 1));
    }
    reader.stepOut();
    return list;
  }

  private static Map<String, @Nullable Object> struct(IonReader reader, int depth) {
    var struct = new LinkedHashMap<String, @Nullable Object>();
    reader.stepIn();
    for (IonType type = reader.next(); type != null; type = reader.next()) {
      struct.put(String.valueOf(reader.getFieldName()), value(reader, depth + 1));
    }
    reader.stepOut();
    return struct;
  }
}
