package io.orrery.server.port;

import io.orrery.model.flow.Flow;
import io.orrery.model.problem.Parsed;

/// Reads the YAML text of one flow, strictly: as it is read before it is saved. Never throws.
@FunctionalInterface
public interface FlowParser {
  Parsed<Flow> parse(String source);
}
