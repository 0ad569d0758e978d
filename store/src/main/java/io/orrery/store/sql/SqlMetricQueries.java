package io.orrery.store.sql;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.store.query.MetricQueries;
import io.orrery.store.sql.codec.Micros;
import io.orrery.store.vnode.MetricRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Reads of metrics.
public final class SqlMetricQueries implements MetricQueries {

  private final Database database;

  public SqlMetricQueries(Database database) {
    this.database = database;
  }

  @Override
  public List<MetricRow> of(ExecutionId execution) {
    return database.read(session -> new StreamRows(session).metrics(execution));
  }

  @Override
  public List<String> names(FlowId flow, Optional<String> task) {
    return distinct("name", of(flow, task));
  }

  @Override
  public List<String> tasks(FlowId flow) {
    return distinct("task_id", of(flow, Optional.empty()));
  }

  private List<String> distinct(String column, Where where) {
    return database.read(
        session ->
            session.list(
                "select distinct m.%s from metric m%s order by 1".formatted(column, where.sql()),
                Row::text,
                where.parameters()));
  }

  @Override
  public List<Sample> samples(
      FlowId flow, Optional<String> task, String name, Instant from, Instant to) {
    var where = of(flow, task);
    where.and("m.name = ?", name);
    where.and("m.at >= ?", Micros.of(from));
    where.and("m.at < ?", Micros.of(to));
    return database.read(
        session ->
            session.list(
                "select m.at, m.value from metric m" + where.sql() + " order by m.at, m.id",
                row -> new Sample(row.instant(), row.real()),
                where.parameters()));
  }

  private static Where of(FlowId flow, Optional<String> task) {
    var where = new Where();
    where.and("m.namespace = ?", flow.namespace());
    where.and("m.flow_id = ?", flow.id());
    task.ifPresent(id -> where.and("m.task_id = ?", id));
    return where;
  }
}
