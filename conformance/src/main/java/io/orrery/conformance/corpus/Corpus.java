package io.orrery.conformance.corpus;

import io.orrery.conformance.match.Json;
import io.orrery.conformance.subject.Content;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A directory of the corpus format. Nothing in it is changed.
public record Corpus(Path root) {

  public Corpus {
    root = root.toAbsolutePath().normalize();
  }

  /// The entries of one file in order; none when the file is not there.
  ///
  /// @throws IllegalArgumentException when a line is not a JSON object, with its number
  public List<Entry> entries(CorpusFile file) {
    var path = root.resolve(file.fileName());
    if (!Files.exists(path)) {
      return List.of();
    }
    var entries = new ArrayList<Entry>();
    var number = 0;
    for (var line : text(file.fileName()).split("\n", -1)) {
      number++;
      if (line.isBlank()) {
        continue;
      }
      try {
        entries.add(Entry.of(file, number, Json.object(line)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(path + ":" + number + ": " + e.getMessage(), e);
      }
    }
    return entries;
  }

  public String text(String relative) {
    return content(relative).text();
  }

  /// @throws IllegalArgumentException when `relative` leads out of the directory
  public Content content(String relative) {
    try {
      return Content.of(Files.readAllBytes(path(relative)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path path(String relative) {
    var path = root.resolve(relative).normalize();
    if (!path.startsWith(root)) {
      throw new IllegalArgumentException(relative + " lies outside of the corpus");
    }
    return path;
  }
}
