package io.orrery.plugin.api;

/// What starts executions of the flow that names it, and runs on a worker.
///
/// @param <O> what an execution sees as `trigger`: a record (its components become the values) or a
///   `Map`
public sealed interface Trigger<O> permits PollingTrigger, RealtimeTrigger {}
