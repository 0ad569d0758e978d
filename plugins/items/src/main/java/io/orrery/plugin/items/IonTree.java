package io.orrery.plugin.items;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.Timestamp;
import com.amazon.ion.Timestamp.Precision;
import java.io.IOException;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Trees of plain Java as Ion, and back.
///
/// Moments become Ion timestamps: an `Instant` in UTC, a moment of a zone with its offset, a date
/// without a time. A time without a date, a local date and time, a duration, a UUID go as their
/// texts, since Ion has no such types.
final class IonTree {
  private IonTree() {}

  static void write(@Nullable Object value, IonWriter out) throws IOException {
    switch (value) {
      case null -> out.writeNull();
      case String text -> out.writeString(text);
      case Boolean truth -> out.writeBool(truth);
      case Double number -> out.writeFloat(number);
      case Float number -> out.writeFloat(number);
      case BigDecimal number -> out.writeDecimal(number);
      case BigInteger number -> out.writeInt(number);
      case Number number -> out.writeInt(number.longValue());
      case byte[] bytes -> out.writeBlob(bytes);
      case Instant at -> out.writeTimestamp(moment(at.atOffset(ZoneOffset.UTC)));
      case OffsetDateTime at -> out.writeTimestamp(moment(at));
      case ZonedDateTime at -> out.writeTimestamp(moment(at.toOffsetDateTime()));
      case LocalDate day ->
          out.writeTimestamp(
              Timestamp.forDay(day.getYear(), day.getMonthValue(), day.getDayOfMonth()));
      case Map<?, ?> map -> struct(map, out);
      case Iterable<?> items when !(value instanceof java.nio.file.Path) -> list(items, out);
      default -> other(value, out);
    }
  }

  /// From its fields: Ion's own way from milliseconds errs before 1970.
  private static Timestamp moment(OffsetDateTime at) {
    var fraction = BigDecimal.valueOf(at.getNano(), 9).stripTrailingZeros();
    var seconds = fraction.add(BigDecimal.valueOf(at.getSecond()));
    return Timestamp.forSecond(
        at.getYear(),
        at.getMonthValue(),
        at.getDayOfMonth(),
        at.getHour(),
        at.getMinute(),
        seconds.scale() < 0 ? seconds.setScale(0) : seconds,
        Integer.valueOf(at.getOffset().getTotalSeconds() / 60));
  }

  private static void struct(Map<?, ?> map, IonWriter out) throws IOException {
    out.stepIn(IonType.STRUCT);
    for (var entry : map.entrySet()) {
      out.setFieldName(String.valueOf(entry.getKey()));
      write(entry.getValue(), out);
    }
    out.stepOut();
  }

  private static void list(Iterable<?> items, IonWriter out) throws IOException {
    out.stepIn(IonType.LIST);
    for (var item : items) {
      write(item, out);
    }
    out.stepOut();
  }

  private static void other(Object value, IonWriter out) throws IOException {
    if (!value.getClass().isArray()) {
      out.writeString(value.toString());
      return;
    }
    out.stepIn(IonType.LIST);
    for (int i = 0; i < Array.getLength(value); i++) {
      write(Array.get(value, i), out);
    }
    out.stepOut();
  }

  /// The value that `in` stands on.
  static @Nullable Object read(IonReader in) {
    if (in.isNullValue()) {
      return null;
    }
    return switch (in.getType()) {
      case NULL, DATAGRAM -> null;
      case BOOL -> in.booleanValue();
      case INT -> whole(in);
      case FLOAT -> in.doubleValue();
      case DECIMAL -> in.bigDecimalValue();
      case TIMESTAMP -> moment(in.timestampValue());
      case SYMBOL, STRING -> in.stringValue();
      case CLOB, BLOB -> in.newBytes();
      case LIST, SEXP -> list(in);
      case STRUCT -> struct(in);
    };
  }

  private static Number whole(IonReader in) {
    return switch (in.getIntegerSize()) {
      case INT -> in.intValue();
      case LONG -> in.longValue();
      case BIG_INTEGER -> in.bigIntegerValue();
    };
  }

  private static Object moment(Timestamp at) {
    if (!at.getPrecision().includes(Precision.MINUTE)) {
      return LocalDate.of(at.getYear(), at.getMonth(), at.getDay());
    }
    var seconds = at.getDecimalSecond();
    return OffsetDateTime.of(
            at.getZYear(),
            at.getZMonth(),
            at.getZDay(),
            at.getZHour(),
            at.getZMinute(),
            0,
            0,
            ZoneOffset.UTC)
        .toInstant()
        .plusNanos(seconds.movePointRight(9).longValue());
  }

  private static List<@Nullable Object> list(IonReader in) {
    var list = new ArrayList<@Nullable Object>();
    in.stepIn();
    while (in.next() != null) {
      list.add(read(in));
    }
    in.stepOut();
    return list;
  }

  private static Map<String, @Nullable Object> struct(IonReader in) {
    var map = new LinkedHashMap<String, @Nullable Object>();
    in.stepIn();
    while (in.next() != null) {
      map.put(in.getFieldName(), read(in));
    }
    in.stepOut();
    return map;
  }
}
