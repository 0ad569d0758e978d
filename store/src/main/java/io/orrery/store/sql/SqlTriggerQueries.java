package io.orrery.store.sql;

import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.store.query.Page;
import io.orrery.store.query.PageRequest;
import io.orrery.store.query.TriggerQueries;
import io.orrery.store.sql.codec.Micros;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads of triggers and of their ledger.
public final class SqlTriggerQueries implements TriggerQueries {

  private static final Map<String, String> SORT_FIELDS = sortFields();
  private static final String BY_NAME = "t.namespace, t.flow_id, t.trigger_id";

  private final Database database;

  public SqlTriggerQueries(Database database) {
    this.database = database;
  }

  private static Map<String, String> sortFields() {
    var fields = new LinkedHashMap<String, String>();
    fields.put("namespace", "t.namespace");
    fields.put("flowId", "t.flow_id");
    fields.put("triggerId", "t.trigger_id");
    fields.put("nextExecutionDate", "t.next_slot");
    fields.put("nextEvaluationDate", "t.next_slot");
    fields.put("lastTriggeredDate", "t.last_fired_at");
    fields.put("date", "t.last_slot");
    fields.put("updatedDate", "t.updated_at");
    return fields;
  }

  @Override
  public Page<TriggerState> search(
      Optional<String> text,
      Optional<String> namespace,
      Optional<String> flowId,
      PageRequest page) {
    var where = new Where().and(TriggerRows.OF_LIVING_FLOWS);
    text.ifPresent(part -> where.andContains(part, "t.namespace", "t.flow_id", "t.trigger_id"));
    namespace.ifPresent(name -> where.andNamespace("t.namespace", name));
    flowId.ifPresent(flow -> where.and("t.flow_id = ?", flow));
    return page(where, page);
  }

  @Override
  public Page<TriggerState> ofFlow(FlowId flow, Optional<String> text, PageRequest page) {
    var where =
        new Where()
            .and(TriggerRows.OF_LIVING_FLOWS)
            .and("t.namespace = ?", flow.namespace())
            .and("t.flow_id = ?", flow.id());
    text.ifPresent(part -> where.andContains(part, "t.trigger_id"));
    return page(where, page);
  }

  private Page<TriggerState> page(Where where, PageRequest page) {
    var order =
        Where.orderBy(
            page.sort(), SORT_FIELDS, BY_NAME, "t.namespace", "t.flow_id", "t.trigger_id");
    return database.read(
        session -> {
          long total =
              session
                  .first(
                      "select count(*) from trigger_state t" + where.sql(),
                      Row::number,
                      where.parameters())
                  .orElse(0L);
          var results =
              session.list(
                  "select %s from trigger_state t%s%s limit ? offset ?"
                      .formatted(TriggerRows.COLUMNS, where.sql(), order),
                  TriggerRows::read,
                  where.parameters(page.size(), page.offset()));
          return new Page<>(results, total);
        });
  }

  @Override
  public Optional<TriggerState> find(TriggerId trigger) {
    var where =
        new Where()
            .and(TriggerRows.OF_LIVING_FLOWS)
            .and("t.namespace = ?", trigger.flow().namespace())
            .and("t.flow_id = ?", trigger.flow().id())
            .and("t.trigger_id = ?", trigger.id());
    return database.read(
        session ->
            session.first(
                "select %s from trigger_state t%s".formatted(TriggerRows.COLUMNS, where.sql()),
                TriggerRows::read,
                where.parameters()));
  }

  @Override
  public List<Fire> fires(TriggerId trigger, Instant from, Instant to) {
    var where = of(trigger).and("slot >= ?", Micros.of(from)).and("slot <= ?", Micros.of(to));
    return database.read(
        session ->
            session.list(
                """
                select lane, slot, decision, cause, policy, late_by, coalesced, execution_id, decided_at
                from fire%s order by slot, lane
                """
                    .formatted(where.sql()),
                row -> fire(trigger, row),
                where.parameters()));
  }

  private static Fire fire(TriggerId trigger, Row row) throws SQLException {
    return new Fire(
        trigger,
        row.text(),
        row.instant(),
        Fire.Decision.valueOf(row.text()),
        Fire.Cause.valueOf(row.text()),
        row.text(),
        row.number(),
        row.integer(),
        row.optionalText().map(ExecutionId::new),
        row.instant());
  }

  @Override
  public List<SkipRange> skips(TriggerId trigger, Instant from, Instant to) {
    var where =
        of(trigger).and("to_slot >= ?", Micros.of(from)).and("from_slot <= ?", Micros.of(to));
    return database.read(
        session ->
            session.list(
                """
                select lane, from_slot, to_slot, slots, decision, cause, policy, decided_at
                from skip_range%s order by from_slot, lane
                """
                    .formatted(where.sql()),
                row ->
                    new SkipRange(
                        trigger,
                        row.text(),
                        row.instant(),
                        row.instant(),
                        row.number(),
                        Fire.Decision.valueOf(row.text()),
                        Fire.Cause.valueOf(row.text()),
                        row.text(),
                        row.instant()),
                where.parameters()));
  }

  private static Where of(TriggerId trigger) {
    return new Where()
        .and("namespace = ?", trigger.flow().namespace())
        .and("flow_id = ?", trigger.flow().id())
        .and("trigger_id = ?", trigger.id());
  }
}
