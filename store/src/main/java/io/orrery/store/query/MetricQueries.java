package io.orrery.store.query;

import io.orrery.model.id.ExecutionId;
import io.orrery.store.vnode.MetricRow;
import java.util.List;

/// Reads of metrics for the API.
public interface MetricQueries {

  /// What the tasks of an execution reported, in the order in which it was written.
  List<MetricRow> of(ExecutionId execution);
}
