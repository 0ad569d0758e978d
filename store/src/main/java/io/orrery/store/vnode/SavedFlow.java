package io.orrery.store.vnode;

import io.orrery.model.id.FlowId;
import java.time.Instant;

/// One revision of a flow as it is written: the exact source, or its deletion (which keeps the
/// source readable).
///
/// @param disabled as the source says, so that lists need not parse it
public record SavedFlow(
    FlowId id, int revision, String source, boolean disabled, boolean deleted, Instant at) {}
