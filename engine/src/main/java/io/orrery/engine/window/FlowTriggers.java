package io.orrery.engine.window;

import io.orrery.engine.condition.Watched;
import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What an execution that a Flow trigger starts is called, what it sees, and how often flows may
/// start each other.
///
/// **Chains are bounded.** Each execution that a Flow trigger starts carries the flows that led to
/// it ([#CHAIN]); a Subflow passes them on. A flow that stands in a chain [#RETURNS_MAX] times is not
/// started once more by it, so flows that listen to each other come to rest.
public final class FlowTriggers {
  private FlowTriggers() {}

  /// The variable of `trigger` that names the flows of the chain, oldest first.
  public static final String CHAIN = "chain";

  /// How often one chain may lead through the same flow.
  public static final int RETURNS_MAX = 3;

  /// The id of the execution that one change of state starts.
  ///
  /// @param at when the state was taken
  public static ExecutionId executionId(TriggerId trigger, Watched by, Instant at) {
    return ExecutionIds.named(
        name(trigger) + "/" + by.id() + "/" + by.state() + "/" + at);
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
    if (!chain.isEmpty()) {
      variables.put(CHAIN, chain);
    }
    return Collections.unmodifiableMap(variables);
  }

  /// The chain of an execution that this one starts: the flows that led to it, and its own.
  public static List<String> chain(Execution execution) {
    var chain = new ArrayList<String>();
    execution
        .fixed()
        .trigger()
        .map(trigger -> trigger.variables().get(CHAIN))
        .ifPresent(
            flows -> {
              if (flows instanceof List<?> list) {
                list.forEach(flow -> chain.add(String.valueOf(flow)));
              }
            });
    chain.add(execution.fixed().flow().toString());
    return chain;
  }

  /// Whether a chain has led through this flow so often that it may not be started once more.
  public static boolean exhausted(List<String> chain, FlowId flow) {
    return Collections.frequency(chain, flow.toString()) >= RETURNS_MAX;
  }
}
