package io.orrery.server.json;

import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.system.IonReaderBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads Ion, the superset of JSON in which files of rows are written (text or binary). Dates
/// become texts.
public final class Ion implements AutoCloseable {
  private static final int DEPTH_MAX = 100;

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

  public static Ion of(String text) {
    return new Ion(IonReaderBuilder.standard().build(text));
  }

  public static Ion of(InputStream in) {
    return new Ion(IonReaderBuilder.standard().build(in));
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
      case INT -> reader.bigIntegerValue();
      case FLOAT -> reader.doubleValue();
      case DECIMAL -> reader.bigDecimalValue();
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
