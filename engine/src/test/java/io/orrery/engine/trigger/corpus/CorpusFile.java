package io.orrery.engine.trigger.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds and reads files of JSON lines.
public final class CorpusFile {

  private static final ObjectMapper JSON = new ObjectMapper();

  private CorpusFile() {}

  /// The file in the directory that the system property `orrery.conformance` names; empty when
  /// there is none.
  public static Optional<Path> find(String name) {
    var directory = System.getProperty("orrery.conformance", "");
    if (directory.isEmpty()) return Optional.empty();
    var file = Path.of(directory).resolve(name);
    return Files.exists(file) ? Optional.of(file) : Optional.empty();
  }

  public static List<JsonNode> read(Path file) {
    try {
      var lines = new ArrayList<JsonNode>();
      for (var line : Files.readAllLines(file)) {
        if (!line.isBlank()) lines.add(JSON.readTree(line));
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
