package io.orrery.worker.context;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.orrery.plugin.api.Storage;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.api.WorkingFiles;
import io.orrery.plugin.api.WorkingFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The files of one job.
record JobFiles(WorkingFolder folder, Storage storage) implements WorkingFiles {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern ADDRESS =
      Pattern.compile("(?:kestra:///|nsfile://|file:///)[-A-Za-z0-9._~%/@+=:?]+");

  @Override
  public void write(@Nullable Object files, String property) throws IOException {
    for (var file : entries(files, property).entrySet()) {
      var place = folder.resolve(file.getKey());
      var above = place.getParent();
      if (above != null) {
        Files.createDirectories(above);
      }
      write(place, file.getValue());
    }
  }

  private static Map<String, Object> entries(@Nullable Object files, String property) {
    var entries = new LinkedHashMap<String, Object>();
    switch (files) {
      case null -> {}
      case Map<?, ?> map -> map.forEach((name, value) -> entries.put(String.valueOf(name), value));
      case String text when text.isBlank() -> {}
      case String text -> {
        try {
          Map<?, ?> read = JSON.readValue(text, Map.class);
          read.forEach((name, value) -> entries.put(String.valueOf(name), value));
        } catch (JsonProcessingException e) {
          throw new TaskFailure(property + " is neither a map nor the JSON text of one", e);
        }
      }
      default -> throw new TaskFailure(property + " must be a map from names to contents");
    }
    return entries;
  }

  private void write(Path place, @Nullable Object content) throws IOException {
    switch (content) {
      case null -> Files.writeString(place, "");
      case URI address -> fetch(address, place);
      case String text when ADDRESS.matcher(text.strip()).matches() ->
          fetch(URI.create(text.strip()), place);
      case String text -> Files.writeString(place, text);
      default -> Files.writeString(place, JSON.writeValueAsString(content));
    }
  }

  private void fetch(URI address, Path place) throws IOException {
    try (var content = storage.open(address)) {
      Files.copy(content, place, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Override
  public SequencedMap<String, URI> store(List<String> patterns) throws IOException {
    var stored = new LinkedHashMap<String, URI>();
    for (var file : new Globs(folder.path(), patterns).files()) {
      var name = file.toString();
      try (var content =
          Files.newInputStream(folder.path().resolve(file), LinkOption.NOFOLLOW_LINKS)) {
        stored.put(name, storage.put(name, content));
      }
    }
    return stored;
  }
}
