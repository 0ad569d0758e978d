package io.orrery.model.corpus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The conformance corpus on disk.
public final class Corpus {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path root;

  public Corpus(Path root) {
    this.root = root;
  }

  /// The corpus that the property `orrery.conformance` names; empty when there is none.
  public static Optional<Corpus> present() {
    var path = System.getProperty("orrery.conformance");
    return path == null || !Files.isDirectory(Path.of(path))
        ? Optional.empty()
        : Optional.of(new Corpus(Path.of(path)));
  }

  /// One line of `cases.jsonl`.
  public record Case(String id, String area, JsonNode body) {
    @Override
    public String toString() {
      return id;
    }

    public JsonNode expect() {
      return body.path("expect");
    }

    /// Whether any step is of this kind.
    public boolean does(String step) {
      for (var action : body.path("action")) {
        if (action.path("do").asText().equals(step)) return true;
      }
      return false;
    }
  }

  public List<Case> cases() {
    var cases = new ArrayList<Case>();
    try {
      for (var line : Files.readAllLines(root.resolve("cases.jsonl"))) {
        if (line.isBlank()) continue;
        var body = JSON.readTree(line);
        cases.add(new Case(body.path("id").asText(), body.path("area").asText(), body));
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return cases;
  }

  /// The YAML of the case's flow.
  public String source(Case one) {
    var inline = one.body().path("flowInline");
    return inline.isTextual() ? inline.asText() : text(one.body().path("flow").asText());
  }

  public String text(String path) {
    try {
      return Files.readString(root.resolve(path));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /// The YAML files of a folder, by name, as paths from the root.
  public List<String> flows(String folder) {
    try (var files = Files.list(root.resolve(folder))) {
      return files
          .filter(file -> file.toString().matches(".*\\.ya?ml"))
          .map(file -> root.relativize(file).toString())
          .sorted()
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
