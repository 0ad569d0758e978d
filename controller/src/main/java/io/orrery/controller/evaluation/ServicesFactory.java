package io.orrery.controller.evaluation;

import io.orrery.engine.execution.Execution;
import io.orrery.expression.Services;
import io.orrery.model.id.FlowId;
import java.util.Optional;

/// What functions in templates may ask, on the controller's side.
@FunctionalInterface
public interface ServicesFactory {

  /// @param execution absent while there is none yet
  Services of(FlowId flow, Optional<Execution> execution);
}
