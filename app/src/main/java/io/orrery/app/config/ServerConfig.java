package io.orrery.app.config;

import io.orrery.model.flow.PluginDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All that an embedded server is told. Made by [ConfigReader]; every path is absolute.
///
/// @param home folder of this instance
/// @param http absent: no API is served (`orrery run`)
/// @param url address in links to executions
/// @param zone of schedules that name none
/// @param ledgerKept how long decisions about slots are kept; empty: for ever
/// @param pluginDefaults of the installation, under those of namespaces and flows
/// @param recovery how fast missed dates of schedules are made up for
/// @param localFiles folders whose files flows may read as `file:///`
/// @param examples whether an empty database gets the example flows
public record ServerConfig(
    Path home,
    Optional<Http> http,
    Database database,
    Path storage,
    Worker worker,
    Variables variables,
    Optional<String> url,
    ZoneId zone,
    Optional<Duration> ledgerKept,
    Encryption encryption,
    List<PluginDefault> pluginDefaults,
    Recovery recovery,
    List<Path> localFiles,
    boolean examples) {

  public ServerConfig {
    pluginDefaults = List.copyOf(pluginDefaults);
    localFiles = List.copyOf(localFiles);
  }

  /// @param perSecond executions in a second
  /// @param perSecondOfNamespace the same, of one namespace
  public record Recovery(int perSecond, int perSecondOfNamespace) {}

  /// @param key base64 of 32 bytes; empty: one of the home folder
  public record Encryption(boolean enabled, Optional<Secret> key) {}

  /// @param port 0: a free one
  /// @param requestMaxBytes largest body without files
  /// @param uploadMaxBytes largest body with files
  public record Http(
      String host,
      int port,
      Optional<Credentials> credentials,
      long requestMaxBytes,
      long uploadMaxBytes) {}

  public record Credentials(String user, Secret password) {}

  /// @param url `sqlite:PATH`, `postgresql://…` or `jdbc:…`
  public record Database(String url, Optional<String> user, Optional<Secret> password) {

    /// A password may be part of the URL.
    @Override
    public String toString() {
      return url.replaceAll("//[^/@]*@", "//***@").replaceAll("(?i)(password=)[^&;]*", "$1***");
    }
  }

  /// @param permits task runs at once
  /// @param killGrace of one task that is told to end
  /// @param stopGrace of all that run when the server is told to stop
  /// @param evaluationTimeout of a trigger that looks and names none
  /// @param temp parent of working directories
  public record Worker(
      int permits, Duration killGrace, Duration stopGrace, Duration evaluationTimeout, Path temp) {}

  /// @param envPrefix of the environment variables that expressions see
  /// @param valueMaxBytes how large the outputs of a task, or the inputs of an execution, may be
  public record Variables(String envPrefix, Map<String, Object> globals, long valueMaxBytes) {
    public Variables {
      globals = Collections.unmodifiableMap(new LinkedHashMap<>(globals));
    }
  }

  /// Serves nothing and runs nothing: what is started waits for a server.
  public ServerConfig idle() {
    return with(
        new Worker(
            0, worker.killGrace(), worker.stopGrace(), worker.evaluationTimeout(), worker.temp()));
  }

  public ServerConfig withoutHttp() {
    return with(worker);
  }

  private ServerConfig with(Worker other) {
    return new ServerConfig(
        home,
        Optional.empty(),
        database,
        storage,
        other,
        variables,
        url,
        zone,
        ledgerKept,
        encryption,
        pluginDefaults,
        recovery,
        localFiles,
        false);
  }
}
