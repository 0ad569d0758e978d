package io.orrery.model.flow;

import java.time.Duration;
import java.util.Optional;

/// The wish to use a task's outputs again instead of running it, as long as its rendered properties
/// are the same (`taskCache`).
///
/// @param ttl how long they are good for; absent: for ever
public record TaskCache(Optional<Duration> ttl) {}
