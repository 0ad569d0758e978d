package io.orrery.plugin.core.storage;

import io.orrery.plugin.api.RunContext;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// The parts of a file that is being split, in their order. Some are stored at once, since each
/// waits for the disk by itself.
final class Parts implements AutoCloseable {

  private static final int STORING_MAX = 32;

  /// When a new part begins.
  private sealed interface Rule {
    record Rows(int max) implements Rule {}

    record Bytes(long max) implements Rule {}

    record Count(int parts) implements Rule {}
  }

  /// Takes the parts that are stored.
  interface Taker {
    /// @param number from 0
    void take(int number, URI part) throws IOException;
  }

  /// How parts are called and what becomes of them.
  record Target(RunContext context, IntFunction<String> names, Taker taker) {

    /// Parts with names of chance, gathered in a list.
    static Target list(RunContext context, String extension, List<URI> into) {
      return new Target(context, _ -> UUID.randomUUID() + extension, (_, part) -> into.add(part));
    }
  }

  private final Rule rule;
  private final Target target;
  private final ExecutorService storing = Executors.newVirtualThreadPerTaskExecutor();
  private final ArrayDeque<Future<URI>> waiting = new ArrayDeque<>();
  private int begun;
  private int taken;
  private final List<Path> files = new ArrayList<>();
  private final List<OutputStream> streams = new ArrayList<>();
  private long linesInPart;
  private long bytesInPart;
  private int turn;

  private Parts(Rule rule, Target target) {
    this.rule = rule;
    this.target = target;
  }

  static Parts ofRows(int max, Target target) {
    return new Parts(new Rule.Rows(max), target);
  }

  static Parts ofBytes(long max, Target target) {
    return new Parts(new Rule.Bytes(max), target);
  }

  static Parts ofCount(int parts, Target target) {
    return new Parts(new Rule.Count(parts), target);
  }

  void line(byte[] line) throws IOException {
    switch (rule) {
      case Rule.Rows(int max) when linesInPart == max -> finish();
      case Rule.Bytes(long max) when linesInPart > 0 && bytesInPart + line.length > max -> finish();
      case Rule.Rows _, Rule.Bytes _, Rule.Count _ -> {}
    }
    stream().write(line);
    linesInPart++;
    bytesInPart += line.length;
  }

  private OutputStream stream() throws IOException {
    if (!(rule instanceof Rule.Count(int parts))) {
      return streams.isEmpty() ? open() : streams.getFirst();
    }
    var stream = turn < streams.size() ? streams.get(turn) : open();
    turn = (turn + 1) % parts;
    return stream;
  }

  private OutputStream open() throws IOException {
    var file = target.context().workingFolder().createFile("");
    var stream = new BufferedOutputStream(Files.newOutputStream(file));
    files.add(file);
    streams.add(stream);
    return stream;
  }

  /// Stores the open parts and begins anew.
  private void finish() throws IOException {
    for (int i = 0; i < files.size(); i++) {
      streams.get(i).close();
      if (waiting.size() == STORING_MAX) {
        takeOne();
      }
      var file = files.get(i);
      var name = target.names().apply(begun++);
      waiting.add(storing.submit(() -> store(file, name)));
    }
    files.clear();
    streams.clear();
    linesInPart = 0;
    bytesInPart = 0;
  }

  private URI store(Path file, String name) throws IOException {
    try (var content = Files.newInputStream(file)) {
      return target.context().storage().put(name, content);
    } finally {
      Files.delete(file);
    }
  }

  private void takeOne() throws IOException {
    try {
      var address = waiting.remove().get();
      target.taker().take(taken++, address);
    } catch (ExecutionException e) {
      throw new IOException("a part cannot be stored: " + e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while parts were stored");
    }
  }

  /// Stores what is open.
  ///
  /// @return how many parts there are
  int store() throws IOException {
    finish();
    while (!waiting.isEmpty()) {
      takeOne();
    }
    return taken;
  }

  @Override
  public void close() throws IOException {
    storing.shutdownNow();
    @Nullable IOException failure = null;
    for (var stream : streams) {
      try {
        stream.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
