package io.orrery.engine.window;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A part of a gathering, met by an execution.
///
/// @param outputs of that execution's flow
public record Met(
    String part, ExecutionId execution, FlowId flow, Map<String, Object> outputs, Instant at) {
  public Met {
    outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
  }
}
