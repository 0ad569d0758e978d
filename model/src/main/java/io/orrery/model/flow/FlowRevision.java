package io.orrery.model.flow;

/// A flow as it was saved once: its immutable number and the exact text.
///
/// @param revision counts from 1
/// @param source the YAML byte for byte
public record FlowRevision(Flow flow, int revision, String source) {}
