package io.orrery.store.sql;

import io.orrery.model.id.FlowId;
import io.orrery.store.sql.codec.Micros;
import io.orrery.store.sql.codec.Text;
import io.orrery.store.vnode.SavedFlow;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;

/// Revisions of flows; the newest of each is marked.
final class FlowRows {

  /// What [#read] reads, from `flow f`.
  static final String COLUMNS =
      "f.namespace, f.flow_id, f.revision, f.source, f.disabled, f.deleted, f.saved_at";

  private final Session session;

  FlowRows(Session session) {
    this.session = session;
  }

  void write(List<SavedFlow> flows) throws SQLException {
    if (flows.isEmpty()) {
      return;
    }
    var newest = new LinkedHashMap<FlowId, SavedFlow>();
    flows.forEach(flow -> newest.put(flow.id(), flow));
    var old =
        session.batch(
            "update flow set latest = 0 where namespace = ? and flow_id = ? and latest = 1");
    for (var id : newest.keySet()) {
      old.text(id.namespace()).text(id.id()).add();
    }
    old.run();
    for (var flow : flows) {
      // One at a time: a source may be large, and the same revision may come twice.
      session.update(
          """
          insert into flow (namespace, flow_id, revision, latest, disabled, deleted, saved_at, source)
          values (?, ?, ?, ?, ?, ?, ?, ?)
          on conflict (namespace, flow_id, revision) do update set
            latest = excluded.latest, disabled = excluded.disabled, deleted = excluded.deleted,
            saved_at = excluded.saved_at, source = excluded.source
          """,
          Text.storable(flow.id().namespace()),
          Text.storable(flow.id().id()),
          flow.revision(),
          flow.equals(newest.get(flow.id())) ? 1 : 0,
          flow.disabled() ? 1 : 0,
          flow.deleted() ? 1 : 0,
          Micros.of(flow.at()),
          Text.storable(flow.source()));
    }
  }

  static SavedFlow read(Row row) throws SQLException {
    return new SavedFlow(
        new FlowId(row.text(), row.text()),
        row.integer(),
        row.text(),
        row.truth(),
        row.truth(),
        row.instant());
  }
}
