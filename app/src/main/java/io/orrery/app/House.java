package io.orrery.app;

import io.orrery.app.command.Instance;
import io.orrery.app.command.Parts;
import io.orrery.app.config.ServerConfig;
import io.orrery.app.wiring.EmbeddedServer;
import io.orrery.app.wiring.Language;
import io.orrery.model.flow.Flow;
import io.orrery.model.language.Catalogue;
import io.orrery.model.problem.Parsed;
import java.time.ZoneId;
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
      language = Optional.of(Language.load(ZoneId.systemDefault()));
    }
    return language.get();
  }

  @Override
  public Instance open(ServerConfig config) {
    return EmbeddedServer.open(config, environment);
  }
}
