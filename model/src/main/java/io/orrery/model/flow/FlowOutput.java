package io.orrery.model.flow;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One value that an execution gives back at its end.
///
/// @param value a template or a tree of them
/// @param required whether a null value fails the execution
public record FlowOutput(
    String id,
    InputType type,
    @Nullable Object value,
    Optional<String> description,
    Optional<String> displayName,
    boolean required) {}
