package io.orrery.app.command;

import io.orrery.app.config.ServerConfig;
import io.orrery.model.flow.Flow;
import io.orrery.model.language.Catalogue;
import io.orrery.model.problem.Parsed;

/// What commands ask of the rest of the house. Nothing is loaded before it is asked for, so that
/// short commands stay short.
public interface Parts {

  /// Reads one flow with all the checks that saving it makes.
  Parsed<Flow> read(String source);

  /// Everything that a flow may name, described.
  Catalogue catalogue();

  /// Opens what `config` keeps of triggers, to be read; nothing is started and nothing decided.
  TriggerReading triggers(ServerConfig config);

  /// Starts everything that `config` tells of, in this process.
  Instance open(ServerConfig config);
}
