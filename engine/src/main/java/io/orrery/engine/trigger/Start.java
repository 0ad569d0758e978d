package io.orrery.engine.trigger;

import io.orrery.model.id.ExecutionId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// An execution to make, in the transaction of its [Fire].
///
/// @param id always the same for one slot
/// @param variables what expressions see as `trigger`
/// @param failure why the execution is FAILED from the start; empty when it is not
public record Start(
    ExecutionId id, Instant slot, Map<String, Object> variables, Optional<String> failure) {
  public Start {
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
  }
}
