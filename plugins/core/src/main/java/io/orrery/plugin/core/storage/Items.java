package io.orrery.plugin.core.storage;

import com.amazon.ion.IonDatagram;
import com.amazon.ion.IonException;
import com.amazon.ion.IonInt;
import com.amazon.ion.IonSequence;
import com.amazon.ion.IonStruct;
import com.amazon.ion.IonText;
import com.amazon.ion.IonTimestamp;
import com.amazon.ion.IonValue;
import com.amazon.ion.IonWriter;
import com.amazon.ion.Timestamp.Precision;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonSystemBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The items of a stored file: Ion values, one after the other. Read one at a time, so that a file
/// of any size needs the memory of one item.
final class Items {
  private Items() {}

  /// Takes one item.
  interface Taker {
    void take(IonValue item) throws IOException;
  }

  static void forEach(URI file, RunContext context, Taker taker) throws IOException {
    var ion = IonSystemBuilder.standard().build();
    try (var content = new BufferedInputStream(context.storage().open(file));
        var reader = IonReaderBuilder.standard().build(content)) {
      for (var items = ion.iterate(reader); items.hasNext(); ) {
        taker.take(items.next());
      }
    } catch (IonException e) {
      throw new TaskFailure(
          "the file " + file + " does not hold items in Ion: " + e.getMessage(), e);
    }
  }

  /// What a template sees of an item: the fields of a struct; anything else under `item`.
  static Map<String, Object> variables(IonValue item) {
    var variables = new LinkedHashMap<String, @Nullable Object>();
    if (item instanceof IonStruct struct && !struct.isNullValue()) {
      struct.forEach(field -> variables.put(field.getFieldName(), plain(field)));
    } else {
      variables.put("item", plain(item));
    }
    return variables;
  }

  private static @Nullable Object plain(IonValue value) {
    if (value.isNullValue()) {
      return null;
    }
    return switch (value.getType()) {
      case NULL, DATAGRAM -> null;
      case BOOL -> ((com.amazon.ion.IonBool) value).booleanValue();
      case INT -> whole((IonInt) value);
      case FLOAT -> ((com.amazon.ion.IonFloat) value).doubleValue();
      case DECIMAL -> ((com.amazon.ion.IonDecimal) value).bigDecimalValue();
      case TIMESTAMP -> moment((IonTimestamp) value);
      case SYMBOL, STRING -> ((IonText) value).stringValue();
      case CLOB, BLOB -> ((com.amazon.ion.IonLob) value).getBytes();
      case LIST, SEXP -> list((IonSequence) value);
      case STRUCT -> variables(value);
    };
  }

  private static List<@Nullable Object> list(IonSequence values) {
    var list = new ArrayList<@Nullable Object>(values.size());
    if (!(values instanceof IonDatagram)) {
      values.forEach(value -> list.add(plain(value)));
    }
    return list;
  }

  private static Number whole(IonInt value) {
    return switch (value.getIntegerSize()) {
      case INT -> value.intValue();
      case LONG -> value.longValue();
      case BIG_INTEGER -> value.bigIntegerValue();
    };
  }

  private static Object moment(IonTimestamp value) {
    var at = value.timestampValue();
    return at.getPrecision().includes(Precision.MINUTE)
        ? Instant.ofEpochMilli(at.getMillis())
        : LocalDate.of(at.getYear(), at.getMonth(), at.getDay());
  }

  /// A new file of items on its way to internal storage.
  static final class Written implements AutoCloseable {
    private final Path file;
    private final OutputStream out;
    private final IonWriter writer;

    Written(RunContext context) throws IOException {
      file = context.workingFolder().createFile(".ion");
      out = new BufferedOutputStream(Files.newOutputStream(file));
      writer = IonTextWriterBuilder.standard().withWriteTopLevelValuesOnNewLines(true).build(out);
    }

    void add(IonValue item) {
      item.writeTo(writer);
    }

    /// Once all items are added.
    URI store(RunContext context) throws IOException {
      writer.finish();
      out.write('\n');
      out.flush();
      try (var content = Files.newInputStream(file)) {
        return context.storage().put(UUID.randomUUID() + ".ion", content);
      }
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
