package io.orrery.store.sql;

import io.orrery.engine.trigger.Fire;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.store.query.Purges.Lane;
import io.orrery.store.query.Purges.LedgerPiece;
import io.orrery.store.sql.codec.Micros;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/// Deletes old lines of the ledger, lane by lane along its key, within one transaction: no index by
/// age is needed, which each fire would have to pay for.
final class LedgerPurge {

  private final Session session;

  LedgerPurge(Session session) {
    this.session = session;
  }

  /// Where the lines of a lane are.
  ///
  /// @param first the column of a line's first slot, part of the key
  /// @param last that of its last slot
  private record Table(String name, String first, String last) {}

  private static final Table FIRES = new Table("fire", "slot", "slot");
  private static final Table RANGES = new Table("skip_range", "from_slot", "to_slot");

  LedgerPiece run(Instant before, Optional<Lane> after, int lanes, int rows) throws SQLException {
    long lines = 0;
    var done = after;
    for (int i = 0; i < lanes; i++) {
      var lane = behind(done);
      if (lane.isEmpty()) {
        return new LedgerPiece(lines, Optional.empty());
      }
      long deleted = delete(FIRES, lane.get(), before, rows);
      deleted += delete(RANGES, lane.get(), before, rows);
      lines += deleted;
      if (deleted >= rows) {
        return new LedgerPiece(lines, done.or(LedgerPurge::beginning));
      }
      done = lane;
    }
    return new LedgerPiece(lines, done);
  }

  /// Before every lane.
  private static Optional<Lane> beginning() {
    return Optional.of(new Lane(new TriggerId(new FlowId("", ""), ""), ""));
  }

  private Optional<Lane> behind(Optional<Lane> place) throws SQLException {
    var fires = behind(FIRES, place);
    var ranges = behind(RANGES, place);
    if (fires.isEmpty() || ranges.isEmpty()) {
      return fires.or(() -> ranges);
    }
    return order(fires.get()).compareTo(order(ranges.get())) <= 0 ? fires : ranges;
  }

  /// Compares as the key does, which is by code points.
  private static String order(Lane lane) {
    var id = lane.trigger();
    return String.join("\0", id.flow().namespace(), id.flow().id(), id.id(), lane.name());
  }

  private Optional<Lane> behind(Table table, Optional<Lane> place) throws SQLException {
    var where = new Where();
    place.ifPresent(
        lane ->
            where.and(
                "(namespace, flow_id, trigger_id, lane) > (?, ?, ?, ?)",
                lane.trigger().flow().namespace(),
                lane.trigger().flow().id(),
                lane.trigger().id(),
                lane.name()));
    return session.first(
        "select namespace, flow_id, trigger_id, lane from %s%s order by namespace, flow_id, trigger_id, lane limit 1"
            .formatted(table.name(), where.sql()),
        row -> new Lane(TriggerRows.readName(row), row.text()),
        where.parameters());
  }

  private int delete(Table table, Lane lane, Instant before, int rows) throws SQLException {
    var in = "namespace = ? and flow_id = ? and trigger_id = ? and lane = ?";
    var where = lane(lane).and(table.last() + " < ?", Micros.of(before));
    if (lane.name().equals(Fire.SCHEDULE_LANE)) {
      var name = lane(lane).parameters();
      where.and(
          "%1$s < (select max(%1$s) from %2$s where %3$s)"
              .formatted(table.first(), table.name(), in),
          name);
    }
    return session.update(
        "delete from %1$s%2$s and %3$s in (select %3$s from %1$s%4$s order by %3$s limit ?)"
            .formatted(table.name(), lane(lane).sql(), table.first(), where.sql()),
        lane(lane).parameters(where.parameters(rows)));
  }

  private static Where lane(Lane lane) {
    var id = lane.trigger();
    return new Where()
        .and("namespace = ?", id.flow().namespace())
        .and("flow_id = ?", id.flow().id())
        .and("trigger_id = ?", id.id())
        .and("lane = ?", lane.name());
  }
}
