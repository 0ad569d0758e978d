package io.orrery.app;

import io.orrery.app.command.Instance;
import io.orrery.app.command.Parts;
import io.orrery.app.config.ServerConfig;
import io.orrery.app.wiring.EmbeddedServer;
import io.orrery.app.wiring.Language;
import io.orrery.model.flow.Flow;
import io.orrery.model.problem.Parsed;
import java.time.ZoneId;
import java.util.Map;

/// The parts as they are joined in this process.
final class House implements Parts {

  private final Map<String, String> environment;

  House(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Parsed<Flow> read(String source) {
    return Language.load(ZoneId.systemDefault()).strict(source);
  }

  @Override
  public Instance open(ServerConfig config) {
    return EmbeddedServer.open(config, environment);
  }
}
