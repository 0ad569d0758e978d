package io.orrery.server.http;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How the server listens and what it puts up with.
///
/// @param host address to bind to
/// @param port 0 lets the system choose
/// @param credentials absent: nobody is asked, so `host` should be a loopback address
/// @param hostNames names besides the loopback ones that a browser may call an open server by
/// @param publicUrl where people reach the server, without a slash at the end; goes into the links
///   of answers
/// @param temporaryFolder where uploads wait for their place
/// @param accessLog whether each call is logged
public record HttpConfig(
    String host,
    int port,
    Optional<Credentials> credentials,
    List<String> hostNames,
    Optional<URI> publicUrl,
    Path temporaryFolder,
    boolean accessLog,
    Limits limits,
    Patience patience) {

  public HttpConfig {
    hostNames = List.copyOf(hostNames);
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port must be 0 to 65535, not " + port);
    }
  }

  /// Loopback, nobody asked for a password.
  public static HttpConfig loopback(int port, Path temporaryFolder) {
    return new HttpConfig(
        "127.0.0.1",
        port,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        temporaryFolder,
        false,
        Limits.DEFAULT,
        Patience.DEFAULT);
  }

  public HttpConfig with(Limits newLimits) {
    return new HttpConfig(
        host,
        port,
        credentials,
        hostNames,
        publicUrl,
        temporaryFolder,
        accessLog,
        newLimits,
        patience);
  }

  public HttpConfig with(Patience newPatience) {
    return new HttpConfig(
        host,
        port,
        credentials,
        hostNames,
        publicUrl,
        temporaryFolder,
        accessLog,
        limits,
        newPatience);
  }

  public HttpConfig with(Credentials newCredentials) {
    return new HttpConfig(
        host,
        port,
        Optional.of(newCredentials),
        hostNames,
        publicUrl,
        temporaryFolder,
        accessLog,
        limits,
        patience);
  }

  public HttpConfig at(URI newPublicUrl) {
    return new HttpConfig(
        host,
        port,
        credentials,
        hostNames,
        Optional.of(newPublicUrl),
        temporaryFolder,
        accessLog,
        limits,
        patience);
  }

  /// @param bodyBytesMax of a text body (YAML, JSON, a value)
  /// @param uploadBytesMax of a whole multipart body
  /// @param streamsMax open event streams, all clients together
  public record Limits(
      int headerBytesMax,
      int bodyBytesMax,
      long uploadBytesMax,
      int partsMax,
      int connectionsMax,
      int streamsMax) {
    public static final Limits DEFAULT =
        new Limits(16 * 1024, 10 * 1024 * 1024, 1024L * 1024 * 1024, 1000, 4096, 1000);
  }

  /// @param idle a connection on which nothing moves for so long is closed
  /// @param body a text body must have arrived within
  /// @param heartbeat the longest silence of an event stream
  /// @param waiting the longest a call with `wait=true` is held; then it is answered with what is
  /// @param appearance how long the followers of an unknown execution are held
  /// @param logTail how long a log stream waits for late lines once its execution has finished
  public record Patience(
      Duration idle,
      Duration body,
      Duration heartbeat,
      Duration waiting,
      Duration appearance,
      Duration logTail) {
    public static final Patience DEFAULT =
        new Patience(
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Duration.ofSeconds(15),
            Duration.ofHours(1),
            Duration.ofSeconds(10),
            Duration.ofSeconds(2));
  }

  /// Who may come in, by HTTP basic authentication.
  public record Credentials(String user, String password) {
    @Override
    public String toString() {
      return "Credentials[user=" + user + ", password=***]";
    }
  }
}
