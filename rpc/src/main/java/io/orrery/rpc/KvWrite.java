package io.orrery.rpc;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A value on its way into the key-value store.
///
/// @param value JSON-like
/// @param type as its author named it; empty: told by the value itself
/// @param ttl after which it is gone; empty: never
/// @param overwrite whether a value that is there may be replaced
public record KvWrite(
    @Nullable Object value,
    Optional<String> type,
    Optional<String> description,
    Optional<Duration> ttl,
    boolean overwrite) {}
