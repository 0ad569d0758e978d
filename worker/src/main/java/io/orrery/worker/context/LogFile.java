package io.orrery.worker.context;

import io.orrery.rpc.LogBatch.Line;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The log of one attempt as one file of internal storage: a line each, `timestamp LEVEL thread
/// message`.
final class LogFile implements JobLog.Sink {

  private final JobStorage storage;
  private final Path folder;
  private final String name;
  private @Nullable Path part;
  private @Nullable BufferedWriter writer;

  /// @param folder where it grows until the attempt ends
  LogFile(JobStorage storage, Path folder, String name) {
    this.storage = storage;
    this.folder = folder;
    this.name = name;
  }

  @Override
  public void write(List<Line> lines) {
    try {
      var out = writer();
      for (var line : lines) {
        out.write(line.at() + " " + line.level() + " " + line.thread() + " " + line.message());
        out.write('\n');
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the log file cannot be written: " + e.getMessage(), e);
    }
  }

  private BufferedWriter writer() throws IOException {
    var open = writer;
    if (open == null) {
      Files.createDirectories(folder);
      var file = Files.createTempFile(folder, "log-", ".txt");
      open = Files.newBufferedWriter(file);
      part = file;
      writer = open;
    }
    return open;
  }

  /// Puts the file into internal storage. Empty when nothing was written.
  Optional<URI> store() throws IOException {
    if (part == null || writer == null) {
      return Optional.empty();
    }
    try {
      writer.close();
      try (var content = Files.newInputStream(part)) {
        return Optional.of(storage.put(name, content));
      }
    } finally {
      Files.deleteIfExists(part);
    }
  }
}
