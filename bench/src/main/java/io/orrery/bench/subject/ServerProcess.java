package io.orrery.bench.subject;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// The real `./orrery server`, as a process of its own.
public final class ServerProcess implements AutoCloseable {

  private static final Duration READY_WITHIN = Duration.ofMinutes(3);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(30);
  private static final int LOG_LINES = 15;

  private final Process process;
  private final Path log;
  private final long launchedAt;
  private final Api api;

  private ServerProcess(Process process, Path log, long launchedAt, Api api) {
    this.process = process;
    this.log = log;
    this.launchedAt = launchedAt;
    this.api = api;
  }

  /// How a server is launched.
  ///
  /// @param root of the checkout
  /// @param home of the instance
  /// @param environment on top of this process's own
  public record Launch(
      Path root, Path home, Databases.Fresh database, Map<String, String> environment) {
    public Launch {
      environment = new LinkedHashMap<>(environment);
    }

    public Launch with(String variable, String value) {
      var more = new LinkedHashMap<>(environment);
      more.put(variable, value);
      return new Launch(root, home, database, more);
    }
  }

  /// Launches it and returns at once.
  public static ServerProcess launch(Launch launch) {
    int port = freePort();
    var log = launch.home().resolve("server.log");
    var builder =
        new ProcessBuilder(
            launch.root().resolve("orrery").toString(),
            "server",
            "--no-examples",
            "--port",
            Integer.toString(port),
            "--home",
            launch.home().toString(),
            "--db",
            launch.database().url());
    builder.environment().putAll(launch.environment());
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      long at = System.nanoTime();
      return new ServerProcess(builder.start(), log, at, new Api("http://127.0.0.1:" + port));
    } catch (IOException e) {
      throw new Trouble("the server cannot be launched: " + e.getMessage(), e);
    }
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Api api() {
    return api;
  }

  /// When it was launched, by [System#nanoTime()].
  public long launchedAt() {
    return launchedAt;
  }

  /// Waits until it says that it is healthy.
  ///
  /// @return nanoseconds since the launch
  public long ready() {
    Pause.until(
        "the server is ready",
        READY_WITHIN,
        2,
        () -> {
          if (!process.isAlive()) {
            throw new Trouble("the server ended with " + process.exitValue() + ":\n" + lastLog());
          }
          return api.healthy();
        });
    return System.nanoTime() - launchedAt;
  }

  /// Ends it at once, as a crash would: signal 9.
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(STOP_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new Trouble("the server did not end within " + STOP_WITHIN);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Trouble("interrupted");
    }
  }

  /// Memory that it has in RAM.
  public double residentMb() {
    return Long.parseLong(
            proc("status").stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .findFirst()
                .orElseThrow(() -> new Trouble("/proc tells no VmRSS"))
                .replaceAll("\\D", ""))
        / 1024.0;
  }

  /// Processor time that it has used so far.
  public Duration cpu() {
    return process
        .info()
        .totalCpuDuration()
        .orElseThrow(() -> new Trouble("the system tells no CPU time of a process"));
  }

  private List<String> proc(String file) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), file));
    } catch (IOException e) {
      throw new Trouble("/proc of the server cannot be read: " + e.getMessage(), e);
    }
  }

  /// The end of what it wrote.
  public String lastLog() {
    try {
      var lines = Files.readAllLines(log);
      return lines.stream()
          .skip(Math.max(0, lines.size() - LOG_LINES))
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      return "(no log: " + e.getMessage() + ")";
    }
  }

  /// Asks it to end, as the end of a service does, and waits.
  @Override
  public void close() {
    api.close();
    if (process.isAlive()) {
      process.destroy();
      awaitEnd();
    }
  }
}
