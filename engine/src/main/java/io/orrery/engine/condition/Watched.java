package io.orrery.engine.condition;

import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.state.State;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// An execution as conditions see it: as it was when it took a state.
///
/// @param outputs of the flow; empty until the end
public record Watched(
    ExecutionId id,
    FlowId flow,
    int revision,
    State state,
    Map<String, String> labels,
    Map<String, Object> outputs) {

  public Watched {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
  }

  /// @param state that it took, which it may have left since
  public static Watched of(Execution execution, State state) {
    return new Watched(
        execution.id(),
        execution.fixed().flow(),
        execution.fixed().revision(),
        state,
        execution.labels(),
        state.terminal() ? execution.outputs() : Map.of());
  }
}
