package io.orrery.engine.window;

import io.orrery.engine.condition.Watched;
import io.orrery.engine.execution.Chain;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.TriggerId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What an execution that a Flow trigger starts is called, and what it sees.
public final class FlowTriggers {
  private FlowTriggers() {}

  /// The id of the execution that one change of state starts.
  ///
  /// @param at when the state was taken
  public static ExecutionId executionId(TriggerId trigger, Watched by, Instant at) {
    return ExecutionIds.named(name(trigger) + "/" + by.id() + "/" + by.state() + "/" + at);
  }

  /// The id of the execution that a complete window starts.
  public static ExecutionId executionId(GatheringState state, Watched by, Instant at) {
    return ExecutionIds.named(
        name(state.trigger())
            + "/"
            + state.gathering()
            + "/"
            + state.start()
            + "/"
            + state.fires()
            + "/"
            + by.id()
            + "/"
            + at);
  }

  /// The id of the execution that tells of a window that gave nothing.
  public static ExecutionId missId(GatheringState state) {
    return ExecutionIds.named(
        name(state.trigger()) + "/" + state.gathering() + "/" + state.start() + "/miss");
  }

  // Slashes, since dots may stand inside each of the names.
  private static String name(TriggerId trigger) {
    return "flow/" + trigger.flow().namespace() + "/" + trigger.flow().id() + "/" + trigger.id();
  }

  /// What expressions see as `trigger`.
  ///
  /// @param outputs of the execution, or of all that were gathered
  public static Map<String, Object> variables(
      Watched by, Map<String, Object> outputs, List<String> chain) {
    var variables = new LinkedHashMap<String, Object>();
    variables.put("executionId", by.id().value());
    variables.put("namespace", by.flow().namespace());
    variables.put("flowId", by.flow().id());
    variables.put("flowRevision", by.revision());
    variables.put("state", by.state().name());
    variables.put("outputs", outputs);
    variables.put(Chain.VARIABLE, chain);
    return Collections.unmodifiableMap(variables);
  }
}
