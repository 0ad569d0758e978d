package io.orrery.conformance.cases;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.Timestamp;
import com.amazon.ion.system.IonReaderBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Ion text to plain values. A timestamp becomes a day or an instant.
final class IonValues {

  private IonValues() {}

  /// All values of a text, which holds any number of them one after the other.
  static List<Object> readAll(String text) {
    try (var reader = IonReaderBuilder.standard().build(text)) {
      return items(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The first value of a text; null when there is none.
  static @Nullable Object read(String text) {
    var all = readAll(text);
    return all.isEmpty() ? null : all.getFirst();
  }

  private static List<Object> items(IonReader reader) {
    var items = new ArrayList<Object>();
    for (var type = reader.next(); type != null; type = reader.next()) {
      items.add(value(reader, type));
    }
    return items;
  }

  private static @Nullable Object value(IonReader reader, IonType type) {
    if (reader.isNullValue()) {
      return null;
    }
    return switch (type) {
      case NULL -> null;
      case BOOL -> reader.booleanValue();
      case INT -> reader.bigIntegerValue();
      case FLOAT -> reader.doubleValue();
      case DECIMAL -> reader.bigDecimalValue();
      case TIMESTAMP -> moment(reader.timestampValue());
      case SYMBOL, STRING -> reader.stringValue();
      case CLOB, BLOB -> new String(reader.newBytes(), StandardCharsets.UTF_8);
      case LIST, SEXP, DATAGRAM -> inside(reader);
      case STRUCT -> struct(reader);
    };
  }

  private static Object moment(Timestamp timestamp) {
    return switch (timestamp.getPrecision()) {
      case YEAR, MONTH, DAY ->
          LocalDate.of(timestamp.getYear(), timestamp.getMonth(), timestamp.getDay());
      case MINUTE, SECOND, FRACTION -> timestamp.dateValue().toInstant();
    };
  }

  private static List<Object> inside(IonReader reader) {
    reader.stepIn();
    var items = items(reader);
    reader.stepOut();
    return items;
  }

  private static Map<String, Object> struct(IonReader reader) {
    var fields = new LinkedHashMap<String, Object>();
    reader.stepIn();
    for (var type = reader.next(); type != null; type = reader.next()) {
      fields.put(reader.getFieldName(), value(reader, type));
    }
    reader.stepOut();
    return fields;
  }
}
