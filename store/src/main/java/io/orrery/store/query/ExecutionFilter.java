package io.orrery.store.query;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which executions. All given conditions must hold.
///
/// @param text part of the execution's id, flow id or namespace
/// @param namespace this one and those below it
/// @param flowId exactly
/// @param states empty: any
/// @param labels all of them, exactly
/// @param from started at or after
/// @param to started before
/// @param triggerExecution started by this execution (a Subflow or a flow trigger)
/// @param child true: only those started by another execution; false: only the others
/// @param matches of names, beside `namespace` and `flowId`
public record ExecutionFilter(
    Optional<String> text,
    Optional<String> namespace,
    Optional<String> flowId,
    Set<State> states,
    Map<String, String> labels,
    Optional<Instant> from,
    Optional<Instant> to,
    Optional<ExecutionId> triggerExecution,
    Optional<Boolean> child,
    List<TextMatch> matches) {

  /// One that says no more of names.
  public ExecutionFilter(
      Optional<String> text,
      Optional<String> namespace,
      Optional<String> flowId,
      Set<State> states,
      Map<String, String> labels,
      Optional<Instant> from,
      Optional<Instant> to,
      Optional<ExecutionId> triggerExecution,
      Optional<Boolean> child) {
    this(text, namespace, flowId, states, labels, from, to, triggerExecution, child, List.of());
  }

  public static final ExecutionFilter ANY =
      new ExecutionFilter(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Set.of(),
          Map.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  public ExecutionFilter {
    states = Set.copyOf(states);
    matches = List.copyOf(matches);
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }
}
