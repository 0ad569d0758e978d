package io.orrery.app.command;

import io.orrery.app.config.ServerConfig;
import io.orrery.app.wiring.EmbeddedServer;
import io.orrery.app.wiring.Language;
import io.orrery.app.wiring.StoredTriggers;
import io.orrery.model.flow.Flow;
import io.orrery.model.language.Catalogue;
import io.orrery.model.problem.Parsed;
import java.time.ZoneOffset;
import java.util.Map;

/// The whole house, in the process of the test.
final class RealParts implements Parts {

  private final Language language = Language.load(ZoneOffset.UTC);

  @Override
  public Parsed<Flow> read(String source) {
    return language.strict(source);
  }

  @Override
  public Catalogue catalogue() {
    return language.catalogue();
  }

  @Override
  public TriggerReading triggers(ServerConfig config) {
    return StoredTriggers.open(config);
  }

  @Override
  public Instance open(ServerConfig config) {
    return EmbeddedServer.open(config, Map.of());
  }
}
