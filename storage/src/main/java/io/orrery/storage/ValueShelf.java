package io.orrery.storage;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.orrery.model.kept.Keeper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Values that are too large for records, as JSON files of internal storage. They lie with the
/// files of their execution, and go with them.
public final class ValueShelf implements Keeper.Shelf {

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(
              new SimpleModule()
                  .addSerializer(TemporalAccessor.class, ToStringSerializer.instance)
                  .addSerializer(TemporalAmount.class, ToStringSerializer.instance));

  /// What [#put] calls them, in a folder called `values`.
  private static final Pattern NAMES = Pattern.compile(".*/values/[0-9a-f-]{36}\\.json");

  private final InternalStorage storage;
  private final long bytesMax;

  /// @param bytesMax how large what belongs to one record may be
  public ValueShelf(InternalStorage storage, long bytesMax) {
    this.storage = storage;
    this.bytesMax = bytesMax;
  }

  /// Whether a file of internal storage is a value that a record stands for.
  public static boolean holds(URI file) {
    return NAMES.matcher(file.getPath()).matches();
  }

  @Override
  public long bytesMax() {
    return bytesMax;
  }

  @Override
  public @Nullable Object read(String file) {
    try (var content = storage.open(URI.create(file))) {
      return JSON.readValue(content, Object.class);
    } catch (IOException e) {
      throw new IllegalStateException(
          "the large value in " + file + " cannot be read: was its execution deleted?", e);
    }
  }

  @Override
  public String put(String folder, @Nullable Object value) {
    try {
      // By way of a file, so that it is not held twice in memory.
      var part = Files.createTempFile("orrery-value-", ".json");
      try {
        JSON.writeValue(part.toFile(), value);
        try (var content = Files.newInputStream(part)) {
          return storage.put(folder + "/" + UUID.randomUUID() + ".json", content).toString();
        }
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw new IllegalStateException(
          "a large value cannot be put into internal storage below " + folder, e);
    }
  }
}
