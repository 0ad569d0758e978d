package io.orrery.store.sql;

import io.orrery.model.id.ExecutionId;
import io.orrery.store.query.MetricQueries;
import io.orrery.store.vnode.MetricRow;
import java.util.List;

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
}
