package io.orrery.plugin.mqtt;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Mosquitto, where it is installed. It keeps its sessions when it is stopped.
final class Mosquitto implements Broker {

  private final Path program;
  private final Path folder;
  private final int port;
  private @Nullable Process process;

  Mosquitto(Path program, Path folder) throws IOException {
    this.program = program;
    this.folder = folder;
    try (var free = new ServerSocket(0)) {
      this.port = free.getLocalPort();
    }
  }

  static Optional<Path> installed() {
    return Stream.of("/usr/sbin", "/usr/local/sbin", "/usr/bin", "/opt/homebrew/sbin")
        .map(place -> Path.of(place, "mosquitto"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @Override
  public void start() throws IOException {
    var config = folder.resolve("mosquitto.conf");
    Files.writeString(
        config,
        """
        listener %d 127.0.0.1
        allow_anonymous true
        persistence true
        persistence_location %s/
        """
                .formatted(port, folder)
            + (System.getProperty("user.name").equals("root") ? "user root\n" : ""));
    process =
        new ProcessBuilder(List.of(program.toString(), "-c", config.toString()))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("mosquitto.log").toFile())
            .start();
    while (!answers()) {
      if (!process.isAlive()) {
        throw new IOException(Files.readString(folder.resolve("mosquitto.log")));
      }
      Thread.onSpinWait();
    }
  }

  private boolean answers() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void stop() throws InterruptedException {
    if (process != null) {
      process.destroy();
      process.waitFor();
    }
  }

  @Override
  public int port() {
    return port;
  }
}
