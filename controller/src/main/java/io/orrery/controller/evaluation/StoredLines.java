package io.orrery.controller.evaluation;

import io.orrery.expression.ExpressionException;
import io.orrery.storage.InternalStorage;
import java.io.BufferedInputStream;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Stored files with one value a line: read a stretch at a time, written as a whole.
final class StoredLines {

  /// Of one stretch.
  static final int LINES_MAX = 1000;

  private static final int STRETCH_BYTES_MAX = 1024 * 1024;
  private static final int LINE_BYTES_MAX = 4 * 1024 * 1024;

  private final InternalStorage storage;

  StoredLines(InternalStorage storage) {
    this.storage = storage;
  }

  /// @param next where the stretch after this one begins; absent: there is none
  record Stretch(List<String> lines, OptionalLong next) {}

  /// The lines from a place on, without those that are empty.
  ///
  /// @param offset in bytes
  /// @throws ExpressionException when the file cannot be read or a line is too long
  Stretch read(String address, long offset) {
    var lines = new ArrayList<String>();
    try (var content = storage.open(URI.create(address))) {
      content.skipNBytes(offset);
      var bytes = new BufferedInputStream(content, 64 * 1024);
      var line = new ByteArrayOutputStream();
      long at = offset;
      long taken = 0;
      for (int b = bytes.read(); b >= 0; b = bytes.read()) {
        at++;
        if (b != '\n') {
          line.write(b);
          if (line.size() > LINE_BYTES_MAX) {
            throw new ExpressionException(
                "a line of '" + address + "' is longer than " + LINE_BYTES_MAX + " bytes", 0);
          }
          continue;
        }
        taken += line.size();
        take(line, lines);
        if (lines.size() == LINES_MAX || taken >= STRETCH_BYTES_MAX) {
          boolean more = bytes.read() >= 0;
          return new Stretch(lines, more ? OptionalLong.of(at) : OptionalLong.empty());
        }
      }
      take(line, lines);
      return new Stretch(lines, OptionalLong.empty());
    } catch (IOException | IllegalArgumentException e) {
      throw new ExpressionException(
          "Unable to read the file '" + address + "': " + e.getMessage(), 0, e);
    }
  }

  private static void take(ByteArrayOutputStream line, List<String> lines) {
    var text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    if (text.endsWith("\r")) {
      text = text.substring(0, text.length() - 1);
    }
    if (!text.isEmpty()) {
      lines.add(text);
    }
  }

  /// Gives away lines, one after the other; null after the last.
  interface Source {
    @Nullable String next();
  }

  /// Writes all lines of `source` into one file.
  ///
  /// @param path of the file, from the root of internal storage
  /// @return its address
  URI write(String path, Source source) {
    try {
      var file = Files.createTempFile("orrery", ".ion");
      try {
        try (var out =
            new BufferedWriter(
                new OutputStreamWriter(Files.newOutputStream(file), StandardCharsets.UTF_8))) {
          for (var line = source.next(); line != null; line = source.next()) {
            out.write(line);
            out.write('\n');
          }
        }
        try (var content = Files.newInputStream(file)) {
          return storage.put(path, content);
        }
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the file " + path + " cannot be stored", e);
    }
  }
}
