package io.orrery.server.json;

import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.system.IonReaderBuilder;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads Ion, the superset of JSON in which files of rows are written (text or binary). Dates
/// become texts.
public final class Ion implements AutoCloseable {
  private static final int DEPTH_MAX = 100;

  /// As many as the reader of JSON takes.
  private static final int DIGITS_MAX = 1000;

  private static final int BITS_MAX = 3322;

  private final IonReader reader;

  private Ion(IonReader reader) {
    this.reader = reader;
  }

  /// What cannot be read, or is no plain value.
  public static final class NotIon extends Exception {
    private static final long serialVersionUID = 1L;

    NotIon(String message) {
      super(message, null, false, false);
    }
  }

  public static Ion of(String text) throws NotIon {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /// @param content text or binary
  public static Ion of(byte[] content) throws NotIon {
    requireNoLongNumber(content);
    return new Ion(IonReaderBuilder.standard().build(content));
  }

  /// The time to read a number grows with the square of its digits, and the reader has no bound of
  /// its own. So a long run of digits is refused wherever it stands, even within a text.
  private static void requireNoLongNumber(byte[] content) throws NotIon {
    int digits = 0;
    for (byte one : content) {
      digits = (one >= '0' && one <= '9') || one == '_' ? digits + 1 : 0;
      if (digits > DIGITS_MAX) {
        throw tooLong();
      }
    }
  }

  private static BigInteger bounded(BigInteger number) throws NotIon {
    if (number.bitLength() > BITS_MAX) {
      throw tooLong();
    }
    return number;
  }

  private static BigDecimal bounded(BigDecimal number) throws NotIon {
    var _ = bounded(number.unscaledValue());
    return number;
  }

  private static NotIon tooLong() {
    return new NotIon("a number has more than " + DIGITS_MAX + " digits");
  }

  /// Goes to the next value at the top.
  ///
  /// @return whether there is one
  public boolean advance() throws NotIon {
    try {
      return reader.next() != null;
    } catch (IonException | IllegalStateException e) {
      throw new NotIon(String.valueOf(e.getMessage()));
    }
  }

  /// The value at hand: Map, List, String, Boolean, number or null.
  public @Nullable Object value() throws NotIon {
    try {
      return value(0);
    } catch (IonException | ArithmeticException | IllegalStateException e) {
      // The last two it throws on numbers and dates beyond all bounds.
      throw new NotIon(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  private @Nullable Object value(int depth) throws NotIon {
    if (depth > DEPTH_MAX) {
      throw new NotIon("it is nested too deeply");
    }
    if (reader.isNullValue()) {
      return null;
    }
    return switch (reader.getType()) {
      case BOOL -> reader.booleanValue();
      case INT -> bounded(reader.bigIntegerValue());
      case FLOAT -> reader.doubleValue();
      case DECIMAL -> bounded(reader.bigDecimalValue());
      case TIMESTAMP -> reader.timestampValue().toString();
      case STRING -> reader.stringValue();
      case LIST, SEXP -> list(depth);
      case STRUCT -> struct(depth);
      case SYMBOL -> throw new NotIon("a bare word is no value");
      case NULL, CLOB, BLOB, DATAGRAM -> throw new NotIon("binary data is no value");
    };
  }

  private List<@Nullable Object> list(int depth) throws NotIon {
    var list = new ArrayList<@Nullable Object>();
    reader.stepIn();
    for (IonType type = reader.next(); type != null; type = reader.next()) {
      list.add(value(depth + 1));
    }
    reader.stepOut();
    return list;
  }

  private Map<String, @Nullable Object> struct(int depth) throws NotIon {
    var struct = new LinkedHashMap<String, @Nullable Object>();
    reader.stepIn();
    for (IonType type = reader.next(); type != null; type = reader.next()) {
      struct.put(String.valueOf(reader.getFieldName()), value(depth + 1));
    }
    reader.stepOut();
    return struct;
  }
}
