package io.orrery.model.state;

import java.time.Instant;

/// One line of a state history: the state taken, and when.
public record StateChange(State state, Instant at) {}
