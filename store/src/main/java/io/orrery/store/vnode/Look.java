package io.orrery.store.vnode;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import java.time.Instant;

/// A change of an execution's state that a Flow trigger has still to decide upon, because its
/// conditions must be rendered first.
///
/// @param at when the state was taken
public record Look(TriggerId trigger, ExecutionId execution, State state, Instant at) {}
