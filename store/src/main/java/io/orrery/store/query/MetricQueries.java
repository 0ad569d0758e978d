package io.orrery.store.query;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.store.vnode.MetricRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Reads of metrics for the API.
public interface MetricQueries {

  /// What the tasks of an execution reported, in the order in which it was written.
  List<MetricRow> of(ExecutionId execution);

  /// The names of the metrics that executions of a flow have reported, in order of the alphabet.
  ///
  /// @param task absent: of all tasks
  List<String> names(FlowId flow, Optional<String> task);

  /// The tasks of a flow that have reported any, in order of the alphabet.
  List<String> tasks(FlowId flow);

  /// The values of one metric, by the time at which they were reported.
  ///
  /// @param task absent: of all tasks
  /// @param from at or after
  /// @param to before
  List<Sample> samples(FlowId flow, Optional<String> task, String name, Instant from, Instant to);

  /// One reported value.
  record Sample(Instant at, double value) {}
}
