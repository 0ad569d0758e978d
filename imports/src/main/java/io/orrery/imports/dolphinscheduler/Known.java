package io.orrery.imports.dolphinscheduler;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What one task must know of the rest of the export.
///
/// @param namespace of all flows
/// @param flows ids of the exported workflows by code
/// @param tasks ids of the workflow's tasks by code
record Known(String namespace, Map<Long, String> flows, Map<Long, String> tasks) {
  Known {
    flows = new LinkedHashMap<>(flows);
    tasks = new LinkedHashMap<>(tasks);
  }

  Optional<String> flow(long code) {
    return Optional.ofNullable(flows.get(code));
  }

  Optional<String> task(long code) {
    return Optional.ofNullable(tasks.get(code));
  }
}
