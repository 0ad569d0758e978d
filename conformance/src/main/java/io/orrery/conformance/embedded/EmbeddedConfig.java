package io.orrery.conformance.embedded;

import io.orrery.app.config.Secret;
import io.orrery.app.config.ServerConfig;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.match.Values;
import io.orrery.conformance.subject.SubjectConfig;
import io.orrery.conformance.subject.Unsupported;
import io.orrery.model.flow.PluginDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Kestra's settings, as the corpus names them, in Orrery's configuration.
final class EmbeddedConfig {

  private static final String KEY = "kestra.encryption.secret-key";
  private static final String URL = "kestra.url";
  private static final String GLOBALS = "kestra.variables.globals";
  private static final String DEFAULTS = "kestra.plugins.defaults";
  private static final Set<String> KNOWN = Set.of(KEY, URL, GLOBALS, DEFAULTS);
  private static final int RECOVERIES = 1000;
  private static final int PERMITS = 16;
  private static final long UPLOAD_MAX = 64L * 1024 * 1024;

  private EmbeddedConfig() {}

  /// @throws Unsupported for a setting that has no counterpart
  static ServerConfig of(SubjectConfig config, Path home) {
    for (var name : config.settings().keySet()) {
      if (!KNOWN.contains(name)) {
        throw new Unsupported("setting " + name);
      }
    }
    var key = config.settings().get(KEY);
    return new ServerConfig(
        home,
        Optional.of(
            new ServerConfig.Http("127.0.0.1", 0, Optional.empty(), UPLOAD_MAX, UPLOAD_MAX)),
        new ServerConfig.Database(
            "sqlite:" + home.resolve("orrery.db"), Optional.empty(), Optional.empty()),
        home.resolve("storage"),
        new ServerConfig.Worker(
            PERMITS,
            Duration.ofSeconds(5),
            Duration.ZERO,
            Duration.ofMinutes(5),
            home.resolve("tmp")),
        new ServerConfig.Variables("KESTRA_", globals(config.settings()), UPLOAD_MAX),
        Optional.ofNullable(config.settings().get(URL)).map(Values::text),
        ZoneOffset.UTC,
        Optional.empty(),
        new ServerConfig.Encryption(
            key != null, Optional.ofNullable(key).map(text -> new Secret(Values.text(text)))),
        Json.items(config.settings().get(DEFAULTS)).stream()
            .flatMap(one -> PluginDefault.read(one).stream())
            .toList(),
        new ServerConfig.Recovery(RECOVERIES, RECOVERIES),
        List.of(),
        false);
  }

  private static Map<String, Object> globals(Map<String, Object> settings) {
    return Json.members(settings.get(GLOBALS));
  }
}
