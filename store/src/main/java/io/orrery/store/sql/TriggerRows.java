package io.orrery.store.sql;

import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.Owed;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.Triggers;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.store.sql.codec.Backfills;
import io.orrery.store.sql.codec.Evaluations;
import io.orrery.store.sql.codec.Micros;
import io.orrery.store.sql.codec.OwedText;
import io.orrery.store.vnode.VnodeStore;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Trigger states and their ledger.
final class TriggerRows {

  /// What [#read] reads, from `trigger_state t`.
  static final String COLUMNS =
      """
      t.namespace, t.flow_id, t.trigger_id, t.revision, t.next_slot, t.last_slot, t.last_fired_at, t.holder,
      t.disabled, t.stop_reason, t.tzdata, t.updated_at, t.backfill, t.due_at, t.owed, t.evaluation\
      """;

  /// A condition on `trigger_state t`.
  static final String OF_LIVING_FLOWS =
      """
      not exists (select 1 from flow f
        where f.namespace = t.namespace and f.flow_id = t.flow_id and f.latest = 1 and f.deleted = 1)\
      """;

  private final Session session;
  private final int vnodes;

  TriggerRows(Session session, int vnodes) {
    this.session = session;
    this.vnodes = vnodes;
  }

  void write(Iterable<TriggerState> triggers) throws SQLException {
    if (!triggers.iterator().hasNext()) {
      return;
    }
    var rows =
        session.batch(
            """
            insert into trigger_state (namespace, flow_id, trigger_id, vnode, revision, next_slot, last_slot,
              last_fired_at, holder, disabled, stop_reason, tzdata, updated_at, backfill, due_at, owed,
              evaluation, needed_from)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            on conflict (namespace, flow_id, trigger_id) do update set
              revision = excluded.revision, next_slot = excluded.next_slot, last_slot = excluded.last_slot,
              last_fired_at = excluded.last_fired_at, holder = excluded.holder, disabled = excluded.disabled,
              stop_reason = excluded.stop_reason, tzdata = excluded.tzdata, updated_at = excluded.updated_at,
              backfill = excluded.backfill, due_at = excluded.due_at, owed = excluded.owed,
              evaluation = excluded.evaluation, needed_from = excluded.needed_from
            """);
    for (var trigger : triggers) {
      name(rows, trigger.id())
          .number(VnodeStore.vnodeOf(trigger.id().flow(), vnodes))
          .number(trigger.revision())
          .instant(trigger.nextSlot())
          .instant(trigger.lastSlot())
          .instant(trigger.lastFiredAt())
          .plainOrNull(trigger.holder().map(ExecutionId::value).orElse(null))
          .truth(trigger.disabled())
          .text(trigger.stopReason())
          .text(trigger.tzdata())
          .instant(trigger.updatedAt())
          .text(trigger.backfill().map(Backfills::text))
          .instant(trigger.dueAt())
          .text(OwedText.of(trigger.owed()))
          .text(trigger.evaluation().map(Evaluations::text))
          .instant(Triggers.neededFrom(trigger))
          .add();
    }
    rows.run();
  }

  void delete(Set<TriggerId> triggers) throws SQLException {
    if (triggers.isEmpty()) {
      return;
    }
    var rows =
        session.batch(
            "delete from trigger_state where namespace = ? and flow_id = ? and trigger_id = ?");
    for (var trigger : triggers) {
      name(rows, trigger).add();
    }
    rows.run();
  }

  /// A second decision on one slot breaks the key, and with it the whole transaction.
  void writeFires(List<Fire> fires) throws SQLException {
    if (fires.isEmpty()) {
      return;
    }
    var rows =
        session.batch(
            """
            insert into fire (namespace, flow_id, trigger_id, lane, slot, decision, cause, policy, late_by, coalesced,
              execution_id, decided_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """);
    for (var fire : fires) {
      name(rows, fire.trigger())
          .text(fire.lane())
          .instant(fire.slot())
          .plain(fire.decision().name())
          .plain(fire.cause().name())
          .text(fire.policy())
          .number(fire.lateBy())
          .number(fire.coalesced())
          .plainOrNull(fire.execution().map(ExecutionId::value).orElse(null))
          .instant(fire.decidedAt())
          .add();
    }
    rows.run();
  }

  void writeSkips(List<SkipRange> skips) throws SQLException {
    if (skips.isEmpty()) {
      return;
    }
    var rows =
        session.batch(
            """
            insert into skip_range (namespace, flow_id, trigger_id, lane, from_slot, to_slot, slots, decision, cause,
              policy, decided_at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """);
    for (var skip : skips) {
      name(rows, skip.trigger())
          .text(skip.lane())
          .instant(skip.from())
          .instant(skip.to())
          .number(skip.count())
          .plain(skip.decision().name())
          .plain(skip.cause().name())
          .text(skip.policy())
          .instant(skip.decidedAt())
          .add();
    }
    rows.run();
  }

  Set<Instant> fired(TriggerId trigger, Instant from, Instant to) throws SQLException {
    return new TreeSet<>(
        session.list(
            """
            select distinct slot from fire
            where namespace = ? and flow_id = ? and trigger_id = ? and slot >= ? and slot <= ? and decision = 'FIRED'
            """,
            Row::instant,
            trigger.flow().namespace(),
            trigger.flow().id(),
            trigger.id(),
            Micros.of(from),
            Micros.of(to)));
  }

  Optional<Instant> lastDecided(TriggerId trigger) throws SQLException {
    return session
        .first(
            """
            select max(newest) from (
              select max(slot) as newest from fire
                where namespace = ? and flow_id = ? and trigger_id = ? and lane = ?
              union all
              select max(to_slot) as newest from skip_range
                where namespace = ? and flow_id = ? and trigger_id = ? and lane = ?) of_both
            """,
            Row::optionalInstant,
            trigger.flow().namespace(),
            trigger.flow().id(),
            trigger.id(),
            Fire.SCHEDULE_LANE,
            trigger.flow().namespace(),
            trigger.flow().id(),
            trigger.id(),
            Fire.SCHEDULE_LANE)
        .flatMap(found -> found);
  }

  private static Batch name(Batch rows, TriggerId trigger) throws SQLException {
    return rows.text(trigger.flow().namespace()).text(trigger.flow().id()).text(trigger.id());
  }

  /// Those of vnodes that are needed always, and those whose slots were computed with other zone
  /// rules than the owner has.
  ///
  /// @param vnodes as JSON
  static List<TriggerState> always(Session session, String vnodes, String tzdata)
      throws SQLException {
    return session.list(
        """
        select %s from trigger_state t
        where (t.needed_from = 0 or (t.needed_from is not null and t.tzdata <> ?)) and t.vnode in %s and %s
        order by t.namespace, t.flow_id, t.trigger_id
        """
            .formatted(COLUMNS, session.dialect().eachInteger(), OF_LIVING_FLOWS),
        TriggerRows::read,
        tzdata,
        vnodes);
  }

  /// @param vnodes as JSON
  static List<TriggerState> needed(
      Session session, String vnodes, VnodeStore.Needed after, long until, int max)
      throws SQLException {
    long from = Micros.of(after.from());
    var flow = after.trigger().map(TriggerId::flow);
    // The first condition is what the index is entered by; row values alone would do in theory.
    return session.list(
        """
        select %s from trigger_state t
        where t.needed_from >= ? and t.needed_from <= ?
          and (t.needed_from, t.namespace, t.flow_id, t.trigger_id) > (?, ?, ?, ?)
          and t.vnode in %s and %s
        order by t.needed_from, t.namespace, t.flow_id, t.trigger_id limit ?
        """
            .formatted(COLUMNS, session.dialect().eachInteger(), OF_LIVING_FLOWS),
        TriggerRows::read,
        from,
        until,
        from,
        flow.map(FlowId::namespace).orElse(""),
        flow.map(FlowId::id).orElse(""),
        after.trigger().map(TriggerId::id).orElse(""),
        vnodes,
        max);
  }

  static List<TriggerState> ofFlow(Session session, FlowId flow) throws SQLException {
    return session.list(
        "select %s from trigger_state t where t.namespace = ? and t.flow_id = ? order by t.trigger_id"
            .formatted(COLUMNS),
        TriggerRows::read,
        flow.namespace(),
        flow.id());
  }

  static TriggerId readName(Row row) throws SQLException {
    return new TriggerId(new FlowId(row.text(), row.text()), row.text());
  }

  static TriggerState read(Row row) throws SQLException {
    return new TriggerState(
        readName(row),
        row.integer(),
        row.optionalInstant(),
        row.optionalInstant(),
        row.optionalInstant(),
        row.optionalText().map(ExecutionId::new),
        row.truth(),
        row.optionalText(),
        row.text(),
        row.instant(),
        row.optionalText().map(Backfills::read),
        row.optionalInstant(),
        row.optionalText().map(OwedText::read).orElse(Owed.NOTHING),
        row.optionalText().map(Evaluations::read));
  }
}
