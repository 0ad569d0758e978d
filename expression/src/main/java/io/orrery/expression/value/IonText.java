package io.orrery.expression.value;

import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.Timestamp;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import io.orrery.expression.bound.Budget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes a value as Ion text, and reads Ion text.
public final class IonText {

  private IonText() {}

  /// The value on one line. Null members of maps are kept.
  public static String of(@Nullable Object value, Budget budget) {
    var out = new StringBuilder();
    try (var writer = IonTextWriterBuilder.standard().build(out)) {
      write(value, writer, budget, out, 0);
      writer.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  /// The values of a text, one after the other.
  ///
  /// @param max how many to read at most
  /// @throws IonException when the text is not Ion
  public static List<Object> parse(String text, int max, Budget budget) {
    var values = new ArrayList<@Nullable Object>();
    try (var reader = IonReaderBuilder.standard().build(text)) {
      while (values.size() < max && reader.next() != null) {
        values.add(read(reader, budget, 0));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return values;
  }

  private static void write(
      @Nullable Object value, IonWriter writer, Budget budget, StringBuilder out, int depth)
      throws IOException {
    budget.step();
    budget.nesting(depth);
    budget.chars(out.length());
    switch (value) {
      case null -> writer.writeNull();
      case String text -> writer.writeString(text);
      case Boolean truth -> writer.writeBool(truth);
      case BigInteger whole -> writer.writeInt(whole);
      case BigDecimal decimal -> writer.writeDecimal(decimal);
      case Double d -> writer.writeFloat(d);
      case Float f -> writer.writeFloat(f.doubleValue());
      case Number number -> writer.writeInt(number.longValue());
      case byte[] bytes -> writer.writeBlob(bytes);
      case Instant instant -> writer.writeTimestamp(timestamp(instant));
      case ZonedDateTime moment -> writer.writeTimestamp(timestamp(moment.toOffsetDateTime()));
      case OffsetDateTime moment -> writer.writeTimestamp(timestamp(moment));
      case Date date -> writer.writeTimestamp(timestamp(date.toInstant()));
      case Map<?, ?> map -> {
        writer.stepIn(IonType.STRUCT);
        for (var entry : map.entrySet()) {
          writer.setFieldName(String.valueOf(entry.getKey()));
          write(entry.getValue(), writer, budget, out, depth + 1);
        }
        writer.stepOut();
      }
      default -> {
        if (!Values.isList(value)) {
          writer.writeString(value.toString());
          return;
        }
        writer.stepIn(IonType.LIST);
        for (var item : Objects.requireNonNull(Values.list(value))) {
          write(item, writer, budget, out, depth + 1);
        }
        writer.stepOut();
      }
    }
  }

  /// With milliseconds, and with finer parts of the second only where there are any.
  private static Timestamp timestamp(Instant instant) {
    var millis =
        BigDecimal.valueOf(instant.getEpochSecond())
            .add(BigDecimal.valueOf(instant.getNano(), 9))
            .movePointRight(3)
            .stripTrailingZeros();
    return Timestamp.forMillis(millis.setScale(Math.max(0, millis.scale())), 0);
  }

  private static Timestamp timestamp(OffsetDateTime moment) {
    return timestamp(moment.toInstant()).withLocalOffset(moment.getOffset().getTotalSeconds() / 60);
  }

  private static @Nullable Object read(IonReader reader, Budget budget, int depth) {
    budget.step();
    budget.nesting(depth);
    if (reader.isNullValue()) {
      return null;
    }
    return switch (Objects.requireNonNull(reader.getType())) {
      case NULL -> null;
      case BOOL -> reader.booleanValue();
      case INT -> whole(reader);
      case FLOAT -> reader.doubleValue();
      case DECIMAL -> reader.bigDecimalValue();
      case TIMESTAMP -> moment(reader.timestampValue());
      case SYMBOL, STRING -> reader.stringValue();
      case CLOB, BLOB -> reader.newBytes();
      case LIST, SEXP -> {
        var list = new ArrayList<@Nullable Object>();
        reader.stepIn();
        while (reader.next() != null) {
          list.add(read(reader, budget, depth + 1));
        }
        reader.stepOut();
        yield list;
      }
      case STRUCT -> {
        var map = new LinkedHashMap<String, @Nullable Object>();
        reader.stepIn();
        while (reader.next() != null) {
          map.put(reader.getFieldName(), read(reader, budget, depth + 1));
        }
        reader.stepOut();
        yield map;
      }
      case DATAGRAM -> throw new IonException("a datagram inside a value");
    };
  }

  private static Number whole(IonReader reader) {
    return switch (reader.getIntegerSize()) {
      case INT -> reader.intValue();
      case LONG -> reader.longValue();
      case BIG_INTEGER -> reader.bigIntegerValue();
    };
  }

  private static Object moment(Timestamp timestamp) {
    if (timestamp.getPrecision().includes(Timestamp.Precision.MINUTE)) {
      var millis = timestamp.getDecimalMillis();
      var seconds = millis.movePointLeft(3);
      long whole = seconds.setScale(0, java.math.RoundingMode.FLOOR).longValueExact();
      long nanos = seconds.subtract(BigDecimal.valueOf(whole)).movePointRight(9).longValue();
      return Instant.ofEpochSecond(whole, nanos);
    }
    return LocalDate.of(timestamp.getYear(), timestamp.getMonth(), timestamp.getDay());
  }
}
