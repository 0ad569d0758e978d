package io.orrery.controller.flow;

import io.orrery.model.flow.Flow;
import io.orrery.model.problem.Parsed;

/// Reads a stored flow again. Lenient: what another version accepted is not refused for a property
/// unknown here.
@FunctionalInterface
public interface FlowParser {

  Parsed<Flow> parse(String source);
}
