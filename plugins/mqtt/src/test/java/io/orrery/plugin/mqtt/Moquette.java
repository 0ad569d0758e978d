package io.orrery.plugin.mqtt;

import io.moquette.broker.Server;
import io.moquette.broker.config.MemoryConfig;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// A broker in this process. It speaks version 3 only, and keeps its sessions in a file.
final class Moquette implements Broker {

  private final Path folder;
  private final int port;
  private @Nullable Server server;

  Moquette(Path folder) throws IOException {
    this.folder = folder;
    try (var free = new ServerSocket(0)) {
      this.port = free.getLocalPort();
    }
  }

  @Override
  public void start() throws IOException {
    var properties = new Properties();
    properties.setProperty("host", "127.0.0.1");
    properties.setProperty("port", String.valueOf(port));
    properties.setProperty("websocket_port", "disabled");
    properties.setProperty("allow_anonymous", "true");
    properties.setProperty("telemetry_enabled", "false");
    properties.setProperty("persistence_enabled", "true");
    properties.setProperty("data_path", folder.toString());
    properties.setProperty("persistence_store", folder.resolve("moquette.h2").toString());
    var started = new Server();
    started.startServer(new MemoryConfig(properties));
    server = started;
  }

  @Override
  public void stop() {
    if (server != null) {
      server.stopServer();
    }
  }

  @Override
  public int port() {
    return port;
  }
}
