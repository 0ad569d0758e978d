package io.orrery.store.vnode;

import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// One measurement that a task reported.
///
/// @param kind `counter`, `timer` (milliseconds) or `gauge`
public record MetricRow(
    FlowId flow,
    TaskRunId taskRun,
    String taskId,
    String kind,
    String name,
    double value,
    Map<String, String> tags,
    Instant at) {
  public MetricRow {
    tags = Collections.unmodifiableMap(new LinkedHashMap<>(tags));
  }
}
