package io.orrery.engine.window;

import io.orrery.engine.condition.Watched;
import io.orrery.engine.execution.Chain;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Executor;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// An execution took a state: all that a Flow trigger needs to know of it.
///
/// @param at when the state was taken
/// @param chain what the execution that it starts carries, see [Chain]
/// @param correlationId that executions of one cause share
public record Sighting(Watched by, Instant at, List<String> chain, Optional<String> correlationId) {
  public Sighting {
    chain = List.copyOf(chain);
  }

  public static Sighting of(Execution execution, State state, Instant at) {
    return new Sighting(
        Watched.of(execution, state),
        at,
        Chain.behind(execution),
        Optional.ofNullable(execution.labels().get(Executor.CORRELATION_ID)));
  }
}
