package io.orrery.server.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.eclipse.jetty.compression.gzip.GzipCompression;
import org.eclipse.jetty.compression.server.CompressionConfig;
import org.eclipse.jetty.compression.server.CompressionHandler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// The listening socket and everything of Jetty behind it.
public final class Listener implements AutoCloseable {
  private static final int THREADS_MAX = 24;
  private static final Duration STOP = Duration.ofSeconds(5);

  private final Server server;
  private final ServerConnector connector;
  private final Streams streams;

  private Listener(Server server, ServerConnector connector, Streams streams) {
    this.server = server;
    this.connector = connector;
    this.streams = streams;
  }

  /// Binds and serves.
  ///
  /// @param known the faults that exceptions of the rooms behind stand for
  /// @throws UncheckedIOException when the address cannot be bound
  public static Listener open(
      HttpConfig config,
      List<Route> routes,
      Function<Throwable, Optional<Fault>> known,
      CallMeter meter,
      RandomGenerator random) {
    var pool = new QueuedThreadPool(THREADS_MAX);
    pool.setName("http");
    pool.setVirtualThreadsExecutor(VirtualThreads.getNamedVirtualThreadsExecutor("http-call-"));
    var server = new Server(pool);
    var connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http(config)));
    connector.setHost(config.host());
    connector.setPort(config.port());
    connector.setIdleTimeout(config.patience().idle().toMillis());
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(config.limits().connectionsMax(), server));
    server.setErrorHandler(new ErrorPages());
    server.setStopTimeout(STOP.toMillis());
    var streams = new Streams(config.limits().streamsMax());
    server.setHandler(
        compressing(new Front(config, new Router(routes), streams, known, meter, random)));
    start(server, config);
    return new Listener(server, connector, streams);
  }

  /// The port that is bound; the one that the system chose when 0 was asked for.
  public int port() {
    return connector.getLocalPort();
  }

  /// Event streams that are open now.
  public int openStreams() {
    return streams.open();
  }

  /// Ends streams, lets running calls finish for a while, unbinds.
  @Override
  public void close() {
    streams.close();
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the HTTP server did not stop cleanly", e);
    }
  }

  private static void start(Server server, HttpConfig config) {
    try {
      server.start();
    } catch (Exception e) {
      stopQuietly(server, e);
      throw new UncheckedIOException(
          new IOException(
              "cannot listen on " + config.host() + ":" + config.port() + ": " + e.getMessage(),
              e));
    }
  }

  private static void stopQuietly(Server server, Exception cause) {
    try {
      server.stop();
    } catch (Exception e) {
      cause.addSuppressed(e);
    }
  }

  private static HttpConfiguration http(HttpConfig config) {
    var http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(config.limits().headerBytesMax());
    http.setIdleTimeout(config.patience().idle().toMillis());
    return http;
  }

  private static CompressionHandler compressing(Front front) {
    var handler = new CompressionHandler(front);
    handler.putCompression(new GzipCompression());
    handler.putConfiguration(
        "/*",
        CompressionConfig.builder()
            .defaults()
            .compressIncludeMethod("GET")
            .compressIncludeMethod("POST")
            .compressIncludeMethod("PUT")
            .compressExcludeMimeType("text/event-stream")
            // A request is taken as it came: unpacking it would let a small one become a large one.
            .decompressExcludePath("/*")
            .build());
    return handler;
  }
}
