package io.orrery.engine.trigger;

import io.orrery.model.id.ExecutionId;
import java.util.List;
import java.util.Optional;

/// The whole answer to one event: the state, the ledger's new lines, the executions to make. All of
/// it is kept in one transaction, or none.
///
/// @param state equal to the given one when nothing changed
/// @param starts one for each fire that fired
/// @param kill an execution that is to end, since a newer slot takes its place
public record TriggerTransition(
    TriggerState state,
    List<Fire> fires,
    List<SkipRange> skips,
    List<Start> starts,
    Optional<ExecutionId> kill) {

  /// One that ends nothing.
  public TriggerTransition(
      TriggerState state, List<Fire> fires, List<SkipRange> skips, List<Start> starts) {
    this(state, fires, skips, starts, Optional.empty());
  }

  public TriggerTransition {
    fires = List.copyOf(fires);
    skips = List.copyOf(skips);
    starts = List.copyOf(starts);
  }

  TriggerTransition with(TriggerState now) {
    return new TriggerTransition(now, fires, skips, starts, kill);
  }

  static TriggerTransition to(TriggerState state) {
    return new TriggerTransition(state, List.of(), List.of(), List.of());
  }
}
