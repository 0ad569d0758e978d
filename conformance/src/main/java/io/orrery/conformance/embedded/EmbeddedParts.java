package io.orrery.conformance.embedded;

import io.orrery.app.command.Instance;
import io.orrery.app.command.Parts;
import io.orrery.app.command.TriggerReading;
import io.orrery.app.config.ServerConfig;
import io.orrery.app.wiring.EmbeddedServer;
import io.orrery.app.wiring.Language;
import io.orrery.app.wiring.StoredTriggers;
import io.orrery.model.flow.Flow;
import io.orrery.model.language.Catalogue;
import io.orrery.model.problem.Parsed;
import java.util.Map;

/// The house as the command line finds it, with the language that the instances share.
record EmbeddedParts(Language language) implements Parts {

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
