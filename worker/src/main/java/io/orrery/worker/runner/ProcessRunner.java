package io.orrery.worker.runner;

import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.api.TaskRunner;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Runs programs as processes of this machine, for one attempt.
///
/// A program gets a session of its own where `setsid` is there, and a mark in its environment, so
/// that all that it starts can be found and ended: when it ends, when its task is interrupted, and
/// at the latest when the attempt is closed.
public final class ProcessRunner implements TaskRunner, AutoCloseable {

  private static final String MARK = "ORRERY_ATTEMPT";
  private static final Optional<Path> SETSID = find("setsid");

  /// What a program left running gets between being asked and being killed, once the program itself
  /// is over.
  private static final Duration LEFTOVER_GRACE = Duration.ofMillis(500);

  /// How long a stream may stay open without a word when all processes that we know are gone.
  private static final Duration SILENCE_MAX = Duration.ofSeconds(5);

  private final String attempt;
  private final Duration grace;
  private final UnaryOperator<String> mask;
  private final List<ProcessTree> running = new CopyOnWriteArrayList<>();

  /// @param attempt a text that no other attempt has
  /// @param grace between asking and killing
  /// @param mask replaces secrets in a text
  public ProcessRunner(String attempt, Duration grace, UnaryOperator<String> mask) {
    this.attempt = attempt;
    this.grace = grace;
    this.mask = mask;
  }

  @Override
  public int run(Command command, Lines lines) throws IOException, InterruptedException {
    var process = start(command);
    var tree = new ProcessTree(process.pid(), MARK + "=" + attempt);
    running.add(tree);
    var out = new Pump(process.getInputStream(), Stream.OUT, lines);
    var err = new Pump(process.getErrorStream(), Stream.ERR, lines);
    try {
      int code = process.waitFor();
      tree.end(LEFTOVER_GRACE);
      out.finish();
      err.finish();
      return code;
    } finally {
      tree.end(grace);
      process.destroyForcibly();
      running.remove(tree);
    }
  }

  private Process start(Command command) throws IOException {
    var arguments = new ArrayList<String>();
    SETSID.ifPresent(setsid -> arguments.add(setsid.toString()));
    arguments.addAll(command.arguments());
    var builder = new ProcessBuilder(arguments).directory(command.folder().toFile());
    var environment = builder.environment();
    environment.keySet().removeIf(name -> name.toUpperCase(Locale.ROOT).startsWith("SECRET_"));
    environment.putAll(command.environment());
    environment.put(MARK, attempt);
    var nothing = new File("/dev/null");
    if (nothing.exists()) {
      builder.redirectInput(nothing);
    }
    var program = command.arguments().getFirst();
    if (SETSID.isPresent() && find(program, command.folder()).isEmpty()) {
      throw new TaskFailure("there is no program '" + program + "' on this worker");
    }
    return builder.start();
  }

  /// The program of this name: a path, or in a folder of PATH.
  private static Optional<Path> find(String program, Path folder) {
    if (program.indexOf('/') >= 0) {
      return Optional.of(folder.resolve(program)).filter(Files::isExecutable);
    }
    return find(program);
  }

  private static Optional<Path> find(String program) {
    var path = System.getenv("PATH");
    if (path == null) {
      return Optional.empty();
    }
    for (var folder : path.split(File.pathSeparator, -1)) {
      var file = Path.of(folder, program);
      if (!folder.isEmpty() && Files.isExecutable(file) && Files.isRegularFile(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /// Ends what still runs.
  @Override
  public void close() {
    running.forEach(tree -> tree.end(grace));
  }

  /// Reads one stream on a thread of its own: a platform thread, since reading a pipe holds it.
  private final class Pump {

    private final InputStream stream;
    private final Lines lines;
    private final Thread thread;
    private volatile long silentSince = System.nanoTime();
    private volatile boolean handing;
    private volatile @Nullable RuntimeException failure;

    Pump(InputStream stream, Stream which, Lines lines) {
      this.stream = stream;
      this.lines = lines;
      this.thread =
          Thread.ofPlatform()
              .daemon()
              .name(which == Stream.OUT ? "stdout" : "stderr")
              .start(() -> pump(which));
    }

    private void pump(Stream which) {
      try {
        new LineReader(stream, mask, text -> hand(which, text)).readAll();
      } catch (IOException _) {
        // The process was killed and its pipe closed.
      } catch (RuntimeException e) {
        failure = e;
        drain();
      }
    }

    /// A program must not hang on a full pipe because nobody takes its lines any more.
    private void drain() {
      try {
        var _ = stream.transferTo(java.io.OutputStream.nullOutputStream());
      } catch (IOException _) {
        // Ended.
      }
    }

    private void hand(Stream which, String text) {
      handing = true;
      lines.line(which, text);
      silentSince = System.nanoTime();
      handing = false;
    }

    /// Waits until all was read. A stream that somebody unknown keeps open is given up after a
    /// while.
    void finish() throws InterruptedException, IOException {
      silentSince = System.nanoTime();
      while (!thread.join(Duration.ofMillis(100))) {
        if (!handing && System.nanoTime() - silentSince > SILENCE_MAX.toNanos()) {
          stream.close();
          return;
        }
      }
      var broken = failure;
      if (broken != null) {
        throw broken;
      }
    }
  }
}
