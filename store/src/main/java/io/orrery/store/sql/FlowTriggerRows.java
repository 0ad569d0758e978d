package io.orrery.store.sql;

import io.orrery.engine.window.GatheringState;
import io.orrery.engine.window.Met;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.store.sql.codec.Json;
import io.orrery.store.sql.codec.Micros;
import io.orrery.store.sql.codec.StateCode;
import io.orrery.store.vnode.Changes;
import io.orrery.store.vnode.Look;
import io.orrery.store.vnode.VnodeStore;
import io.orrery.store.vnode.VnodeStore.Listening;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What Flow triggers remember: who listens, open windows, changes of state to be looked at.
final class FlowTriggerRows {

  private final Session session;
  private final int vnodes;

  FlowTriggerRows(Session session, int vnodes) {
    this.session = session;
    this.vnodes = vnodes;
  }

  void write(Changes changes) throws SQLException {
    listeners(changes.listeners());
    windows(changes);
    looks(changes);
  }

  private void listeners(Map<FlowId, Boolean> listeners) throws SQLException {
    for (var entry : listeners.entrySet()) {
      var sql =
          entry.getValue()
              ? "insert into flow_listener (namespace, flow_id) values (?, ?) on conflict do"
                  + " nothing"
              : "delete from flow_listener where namespace = ? and flow_id = ?";
      session.update(sql, entry.getKey().namespace(), entry.getKey().id());
    }
  }

  private void windows(Changes changes) throws SQLException {
    if (!changes.removedWindows().isEmpty()) {
      var gone =
          session.batch(
              """
              delete from flow_window where namespace = ? and flow_id = ? and trigger_id = ? and gathering = ?
              """);
      for (var key : changes.removedWindows()) {
        name(gone, key.trigger()).text(key.gathering()).add();
      }
      gone.run();
    }
    if (changes.windows().isEmpty()) {
      return;
    }
    var rows =
        session.batch(
            """
            insert into flow_window (namespace, flow_id, trigger_id, gathering, vnode, start_at, end_at, fires, met)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (namespace, flow_id, trigger_id, gathering) do update set
              start_at = excluded.start_at, end_at = excluded.end_at, fires = excluded.fires, met = excluded.met
            """);
    for (var state : changes.windows()) {
      name(rows, state.trigger())
          .text(state.gathering())
          .number(VnodeStore.vnodeOf(state.trigger().flow(), vnodes))
          .instant(state.start())
          .instant(state.end())
          .number(state.fires())
          .text(Json.text(state.met().stream().map(FlowTriggerRows::json).toList()))
          .add();
    }
    rows.run();
  }

  private void looks(Changes changes) throws SQLException {
    if (!changes.removedLooks().isEmpty()) {
      var gone =
          session.batch(
              """
              delete from flow_look where namespace = ? and flow_id = ? and trigger_id = ? and execution_id = ?
                and state = ? and at = ?
              """);
      for (var look : changes.removedLooks()) {
        key(gone, look).add();
      }
      gone.run();
    }
    if (changes.looks().isEmpty()) {
      return;
    }
    var rows =
        session.batch(
            """
            insert into flow_look (namespace, flow_id, trigger_id, execution_id, state, at, vnode)
            values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing
            """);
    for (var look : changes.looks()) {
      key(rows, look).number(VnodeStore.vnodeOf(look.trigger().flow(), vnodes)).add();
    }
    rows.run();
  }

  private static Batch key(Batch rows, Look look) throws SQLException {
    return name(rows, look.trigger())
        .plain(look.execution().value())
        .number(StateCode.number(look.state()))
        .instant(look.at());
  }

  private static Batch name(Batch rows, TriggerId trigger) throws SQLException {
    return rows.text(trigger.flow().namespace()).text(trigger.flow().id()).text(trigger.id());
  }

  private static Map<String, Object> json(Met met) {
    var json = new LinkedHashMap<String, Object>();
    json.put("part", met.part());
    json.put("execution", met.execution().value());
    json.put("namespace", met.flow().namespace());
    json.put("flow", met.flow().id());
    json.put("at", Micros.of(met.at()));
    json.put("outputs", met.outputs());
    return json;
  }

  /// @param wanted the vnodes, as JSON
  static Listening read(Session session, String wanted) throws SQLException {
    var of = " where vnode in " + session.dialect().eachInteger();
    return new Listening(
        session.list(
            "select namespace, flow_id from flow_listener order by namespace, flow_id",
            row -> new FlowId(row.text(), row.text())),
        session.list(
            """
            select namespace, flow_id, trigger_id, gathering, start_at, end_at, fires, met from flow_window%s
            order by namespace, flow_id, trigger_id, gathering
            """
                .formatted(of),
            row ->
                new GatheringState(
                    TriggerRows.readName(row),
                    row.text(),
                    row.instant(),
                    row.instant(),
                    row.integer(),
                    met(row.text())),
            wanted),
        session.list(
            """
            select namespace, flow_id, trigger_id, execution_id, state, at from flow_look%s
            order by at, namespace, flow_id, trigger_id, execution_id, state
            """
                .formatted(of),
            row ->
                new Look(
                    TriggerRows.readName(row),
                    new ExecutionId(row.text()),
                    StateCode.ofNumber(row.integer()),
                    row.instant()),
            wanted));
  }

  private static List<Met> met(String text) {
    var list = new ArrayList<Met>();
    for (var item : Json.list(text)) {
      if (item instanceof Map<?, ?> map
          && map.get("at") instanceof Number at
          && map.get("outputs") instanceof Map<?, ?> outputs) {
        var copy = new LinkedHashMap<String, Object>();
        outputs.forEach((key, value) -> copy.put(String.valueOf(key), value));
        list.add(
            new Met(
                String.valueOf(map.get("part")),
                new ExecutionId(String.valueOf(map.get("execution"))),
                new FlowId(String.valueOf(map.get("namespace")), String.valueOf(map.get("flow"))),
                copy,
                Micros.instant(at.longValue())));
      }
    }
    return list;
  }
}
