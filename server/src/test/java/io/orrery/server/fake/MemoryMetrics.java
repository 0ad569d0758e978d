package io.orrery.server.fake;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.store.query.MetricQueries;
import io.orrery.store.vnode.MetricRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/// Metrics in a list.
public final class MemoryMetrics implements MetricQueries {
  private final List<MetricRow> rows = new CopyOnWriteArrayList<>();

  public void add(MetricRow row) {
    rows.add(row);
  }

  @Override
  public List<MetricRow> of(ExecutionId execution) {
    return rows.stream().filter(row -> row.taskRun().execution().equals(execution)).toList();
  }

  private Stream<MetricRow> of(FlowId flow, Optional<String> task) {
    return rows.stream()
        .filter(row -> row.flow().equals(flow))
        .filter(row -> task.filter(id -> !id.equals(row.taskId())).isEmpty());
  }

  @Override
  public List<String> names(FlowId flow, Optional<String> task) {
    return of(flow, task).map(MetricRow::name).distinct().sorted().toList();
  }

  @Override
  public List<String> tasks(FlowId flow) {
    return of(flow, Optional.empty()).map(MetricRow::taskId).distinct().sorted().toList();
  }

  @Override
  public List<Sample> samples(
      FlowId flow, Optional<String> task, String name, Instant from, Instant to) {
    return of(flow, task)
        .filter(row -> row.name().equals(name))
        .filter(row -> !row.at().isBefore(from) && row.at().isBefore(to))
        .map(row -> new Sample(row.at(), row.value()))
        .toList();
  }
}
