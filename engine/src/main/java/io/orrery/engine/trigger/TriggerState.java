package io.orrery.engine.trigger;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TriggerId;
import java.time.Instant;
import java.util.Optional;

/// What is remembered of one schedule between its slots.
///
/// @param revision of the flow whose definition the next slot was computed from
/// @param nextSlot the earliest slot that has no decision yet; empty when the schedule has none
///   left
/// @param lastSlot the newest slot that has a decision
/// @param lastFiredAt when an execution was last made
/// @param holder the execution that the trigger waits for: it is held exactly while that one has
///   not ended
/// @param stopReason why it is disabled; empty when it is not, or when its text says so
/// @param tzdata version of the zone rules that `nextSlot` was computed with
public record TriggerState(
    TriggerId id,
    int revision,
    Optional<Instant> nextSlot,
    Optional<Instant> lastSlot,
    Optional<Instant> lastFiredAt,
    Optional<ExecutionId> holder,
    boolean disabled,
    Optional<String> stopReason,
    String tzdata,
    Instant updatedAt) {}
