package io.orrery.storage;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.orrery.model.kept.Keeper;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/// Values that are too large for records, as JSON files of internal storage.
public final class ValueShelf implements Keeper.Shelf {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final InternalStorage storage;

  public ValueShelf(InternalStorage storage) {
    this.storage = storage;
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
}
