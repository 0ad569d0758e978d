package io.orrery.app;

import io.orrery.app.command.Instance;
import io.orrery.app.command.Parts;
import io.orrery.app.config.ServerConfig;
import io.orrery.model.flow.Flow;
import io.orrery.model.problem.Parsed;

/// The parts as they are joined in this process.
final class House implements Parts {

  @Override
  public Parsed<Flow> read(String source) {
    throw new IllegalStateException("this build cannot read flows");
  }

  @Override
  public Instance open(ServerConfig config) {
    throw new IllegalStateException("this build has no engine");
  }
}
