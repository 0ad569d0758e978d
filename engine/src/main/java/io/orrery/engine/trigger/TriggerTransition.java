package io.orrery.engine.trigger;

import java.util.List;

/// The whole answer to one event: the state, the ledger's new lines, the executions to make. All of
/// it is kept in one transaction, or none.
///
/// @param state equal to the given one when nothing changed
/// @param starts one for each fire that fired
public record TriggerTransition(
    TriggerState state, List<Fire> fires, List<SkipRange> skips, List<Start> starts) {

  public TriggerTransition {
    fires = List.copyOf(fires);
    skips = List.copyOf(skips);
    starts = List.copyOf(starts);
  }

  static TriggerTransition to(TriggerState state) {
    return new TriggerTransition(state, List.of(), List.of(), List.of());
  }
}
