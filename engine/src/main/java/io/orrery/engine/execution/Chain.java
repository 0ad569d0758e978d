package io.orrery.engine.execution;

import io.orrery.model.id.FlowId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The flows that led to an execution by flow triggers, oldest first.
///
/// **Chains are bounded.** Each execution that a Flow trigger starts carries the flows that led to
/// it, as [#VARIABLE] of its `trigger`; a Subflow passes them on. A flow that stands in a chain
/// [#RETURNS_MAX] times is not started once more by it, so flows that listen to each other come to
/// rest.
public final class Chain {
  private Chain() {}

  public static final String VARIABLE = "chain";

  /// How often one chain may lead through the same flow.
  public static final int RETURNS_MAX = 3;

  /// What an execution that this one starts carries: the flows that led to it, and its own.
  public static List<String> behind(Execution execution) {
    var chain = new ArrayList<>(of(execution));
    chain.add(execution.fixed().flow().toString());
    return Collections.unmodifiableList(chain);
  }

  /// Empty when no flow trigger is among what led to it.
  static List<String> of(Execution execution) {
    var known = execution.fixed().trigger().map(trigger -> trigger.variables().get(VARIABLE));
    if (known.isPresent() && known.get() instanceof List<?> list) {
      return list.stream().map(String::valueOf).toList();
    }
    return List.of();
  }

  /// Whether a chain has led through this flow so often that it may not be started once more.
  public static boolean exhausted(List<String> chain, FlowId flow) {
    return Collections.frequency(chain, flow.toString()) >= RETURNS_MAX;
  }
}
