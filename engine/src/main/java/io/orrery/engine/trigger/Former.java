package io.orrery.engine.trigger;

import io.orrery.model.flow.TriggerDef.Schedule;
import java.time.Instant;

/// A definition that was replaced while slots of it were still owed: they stay owed, and the new
/// definition's slots begin behind `until`. Everything else (policy, concurrency) is the new one's.
///
/// @param definition of the revision in [TriggerState#revision]
/// @param successor the flow's current revision
/// @param until when the current revision was saved
public record Former(Schedule definition, int successor, Instant until) {}
