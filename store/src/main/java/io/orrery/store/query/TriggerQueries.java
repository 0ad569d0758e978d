package io.orrery.store.query;

import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Reads of triggers and of their ledger for the API.
public interface TriggerQueries {

  /// @param text part of namespace, flow id or trigger id
  /// @param namespace this one and those below it
  Page<TriggerState> search(
      Optional<String> text, Optional<String> namespace, Optional<String> flowId, PageRequest page);

  Optional<TriggerState> find(TriggerId trigger);

  /// The triggers of one flow that there is a state of.
  ///
  /// @param text part of the trigger's id
  Page<TriggerState> ofFlow(FlowId flow, Optional<String> text, PageRequest page);

  /// Decisions on slots in `[from, to]`, oldest first.
  List<Fire> fires(TriggerId trigger, Instant from, Instant to);

  /// Ranges that touch `[from, to]`, oldest first.
  List<SkipRange> skips(TriggerId trigger, Instant from, Instant to);
}
