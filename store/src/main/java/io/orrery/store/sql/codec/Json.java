package io.orrery.store.sql.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// JSON-like values (maps, lists, text, numbers, booleans, null) as compact JSON text, and back.
///
/// A number comes back as the smallest of Integer, Long, BigInteger that holds it, or as a Double
/// when that is exact, else as a BigDecimal. Values of other types (dates, durations) are written
/// as their `toString`, which for java.time is ISO 8601, and stay text. The text has neither NUL
/// nor half a surrogate pair, which a PostgreSQL column would refuse: both are escaped.
public final class Json {

  /// Deeper values are refused.
  public static final int DEPTH_MAX = 1000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEPTH_MAX + 1)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private Json() {}

  /// @throws IllegalArgumentException when `value` is nested deeper than [#DEPTH_MAX]
  public static String text(@Nullable Object value) {
    var out = new StringBuilder(64);
    write(out, value, 0);
    return out.toString();
  }

  /// @throws IllegalStateException when `text` is not JSON
  public static @Nullable Object value(String text) {
    try (var parser = FACTORY.createParser(text)) {
      parser.nextToken();
      return read(parser);
    } catch (IOException e) {
      throw new IllegalStateException("a column has broken JSON: " + e.getMessage(), e);
    }
  }

  /// Null when there is nothing in it, which costs a column nothing.
  public static @Nullable String textOrNull(Map<String, ?> map) {
    return map.isEmpty() ? null : text(map);
  }

  /// Empty for null: the inverse of [#textOrNull].
  @SuppressWarnings("unchecked") // what was written from a map is one
  public static Map<String, Object> map(@Nullable String text) {
    if (text == null) {
      return Map.of();
    }
    return value(text) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
  }

  /// Empty for null.
  @SuppressWarnings("unchecked") // what was written from a list is one
  public static List<@Nullable Object> list(@Nullable String text) {
    if (text == null) {
      return List.of();
    }
    return value(text) instanceof List<?> list ? (List<@Nullable Object>) list : List.of();
  }

  private static void write(StringBuilder out, @Nullable Object value, int depth) {
    if (depth > DEPTH_MAX) {
      throw new IllegalArgumentException("a value is nested deeper than " + DEPTH_MAX + " levels");
    }
    switch (value) {
      case null -> out.append("null");
      case String text -> quote(out, text);
      case Map<?, ?> map -> {
        char before = '{';
        for (var entry : map.entrySet()) {
          quote(out.append(before), String.valueOf(entry.getKey()));
          write(out.append(':'), entry.getValue(), depth + 1);
          before = ',';
        }
        out.append(before == '{' ? "{}" : "}");
      }
      case Iterable<?> items -> {
        char before = '[';
        for (var item : items) {
          write(out.append(before), item, depth + 1);
          before = ',';
        }
        out.append(before == '[' ? "[]" : "]");
      }
      case Double number when !Double.isFinite(number) -> quote(out, number.toString());
      case Float number when !Float.isFinite(number) -> quote(out, number.toString());
      case Number number -> out.append(number);
      case Boolean truth -> out.append(truth.booleanValue());
      case byte[] bytes -> quote(out, Base64.getEncoder().encodeToString(bytes));
      default -> quote(out, value.toString());
    }
  }

  private static void quote(StringBuilder out, String text) {
    out.append('"');
    int plain = 0;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c != '"' && c != '\\' && !Character.isSurrogate(c)) {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < length
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      out.append(text, plain, i);
      escape(out, c);
      plain = i + 1;
    }
    out.append(text, plain, length).append('"');
  }

  private static void escape(StringBuilder out, char c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default ->
          out.append("\\u")
              .append(HEX[c >> 12])
              .append(HEX[(c >> 8) & 15])
              .append(HEX[(c >> 4) & 15])
              .append(HEX[c & 15]);
    }
  }

  private static @Nullable Object read(JsonParser parser) throws IOException {
    var token = parser.currentToken();
    if (token == null) {
      throw new IOException("it is empty");
    }
    return switch (token) {
      case START_OBJECT -> {
        var map = new LinkedHashMap<String, @Nullable Object>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          var name = parser.currentName();
          parser.nextToken();
          map.put(name, read(parser));
        }
        yield map;
      }
      case START_ARRAY -> {
        var list = new ArrayList<@Nullable Object>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(read(parser));
        }
        yield list;
      }
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getNumberValue();
      case VALUE_NUMBER_FLOAT -> fraction(parser.getText());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IOException("unexpected " + token);
    };
  }

  private static Number fraction(String text) {
    double number = Double.parseDouble(text);
    if (!Double.isFinite(number)) {
      return new BigDecimal(text);
    }
    var exact = new BigDecimal(text);
    return exact.compareTo(BigDecimal.valueOf(number)) == 0 ? number : exact;
  }
}
