package io.orrery.app;

import io.orrery.app.command.Instance;
import io.orrery.app.command.Parts;
import io.orrery.app.command.TriggerReading;
import io.orrery.app.config.ConfigReader;
import io.orrery.app.config.Loaded;
import io.orrery.app.config.ServerConfig;
import io.orrery.app.wiring.EmbeddedServer;
import io.orrery.app.wiring.Language;
import io.orrery.app.wiring.StoredTriggers;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.PluginDefault;
import io.orrery.model.language.Catalogue;
import io.orrery.model.problem.Parsed;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The parts as they are joined in this process. Used by one thread.
final class House implements Parts {

  private final Map<String, String> environment;

  /// For reading flows; loaded when the first one is read.
  private Optional<Language> language = Optional.empty();

  House(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Parsed<Flow> read(String source) {
    return language().strict(source);
  }

  @Override
  public Catalogue catalogue() {
    return language().catalogue();
  }

  private Language language() {
    if (language.isEmpty()) {
      var defaults = defaults();
      language = Optional.of(Language.load(ZoneId.systemDefault(), _ -> List.of(defaults)));
    }
    return language.get();
  }

  /// Of the installation whose home is here; none when it has no sound configuration, which is said
  /// by whoever needs it.
  private List<PluginDefault> defaults() {
    var home = environment.getOrDefault("ORRERY_HOME", "");
    return switch (ConfigReader.read(
        Path.of(home.isBlank() ? ".orrery" : home), environment, Map.of())) {
      case Loaded.Ready(var config, var _) -> config.pluginDefaults();
      case Loaded.Wrong _ -> List.of();
    };
  }

  @Override
  public TriggerReading triggers(ServerConfig config) {
    return StoredTriggers.open(config);
  }

  @Override
  public Instance open(ServerConfig config) {
    return EmbeddedServer.open(config, environment);
  }
}
