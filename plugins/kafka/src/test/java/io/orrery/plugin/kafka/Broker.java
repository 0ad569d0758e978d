package io.orrery.plugin.kafka;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A broker in a process of its own, which may be killed and started again on the same port.
final class Broker implements AutoCloseable {

  private final Path folder;
  private final int port;
  private final int controllerPort;
  private @Nullable Process process;

  Broker(Path folder) throws IOException {
    this.folder = folder;
    try (var one = new ServerSocket(0);
        var other = new ServerSocket(0)) {
      this.port = one.getLocalPort();
      this.controllerPort = other.getLocalPort();
    }
  }

  String servers() {
    return "localhost:" + port;
  }

  /// Returns once it answers.
  void start() throws IOException {
    var classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var started =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    classes,
                    BrokerMain.class.getName(),
                    folder.toString(),
                    String.valueOf(port),
                    String.valueOf(controllerPort)))
            .redirectError(folder.resolve("stderr").toFile())
            .start();
    process = started;
    var out = started.inputReader();
    for (var line = out.readLine(); line != null; line = out.readLine()) {
      if (line.equals("READY")) {
        return;
      }
    }
    throw new IOException(
        "the broker did not start: " + java.nio.file.Files.readString(folder.resolve("stderr")));
  }

  /// As a power failure would.
  void kill() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly();
    }
  }
}
