package io.orrery.controller.evaluation;

import io.orrery.engine.execution.Execution;
import io.orrery.expression.Services;
import io.orrery.model.id.FlowId;
import io.orrery.model.kept.Keeper;
import java.util.Optional;

/// What functions in templates may ask, on the controller's side.
@FunctionalInterface
public interface ServicesFactory {

  /// @param execution absent while there is none yet
  /// @param keeper told of the secrets that are met
  Services of(FlowId flow, Optional<Execution> execution, Keeper keeper);
}
