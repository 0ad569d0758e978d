package io.orrery.store.sql;

import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.Page;
import io.orrery.store.query.PageRequest;
import io.orrery.store.sql.codec.Micros;
import io.orrery.store.sql.codec.StateCode;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads of executions, for lists and pages.
public final class SqlExecutionQueries implements ExecutionQueries {

  private static final Map<String, String> SORT_FIELDS = sortFields();

  private final Database database;

  public SqlExecutionQueries(Database database) {
    this.database = database;
  }

  private static Map<String, String> sortFields() {
    var fields = new LinkedHashMap<String, String>();
    fields.put("id", "e.id");
    fields.put("namespace", "e.namespace");
    fields.put("flowId", "e.flow_id");
    fields.put("state.current", stateName());
    fields.put("state.startDate", "e.started_at");
    fields.put("state.endDate", "e.ended_at");
    return fields;
  }

  /// People sort by the name of a state, columns have its number.
  private static String stateName() {
    var cases = new StringBuilder("case e.state");
    for (var state : State.values()) {
      cases
          .append(" when ")
          .append(StateCode.number(state))
          .append(" then '")
          .append(state.name())
          .append('\'');
    }
    return cases.append(" end").toString();
  }

  @Override
  public Optional<Execution> head(ExecutionId id) {
    return database.read(
        session ->
            session.first(
                "select %s from %s where e.id = ?"
                    .formatted(ExecutionRows.COLUMNS, ExecutionRows.TABLES),
                ExecutionRows::read,
                id.value()));
  }

  @Override
  public Map<ExecutionId, Execution> heads(Collection<ExecutionId> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    var marks = String.join(", ", Collections.nCopies(ids.size(), "?"));
    return database.read(
        session -> {
          var heads = new LinkedHashMap<ExecutionId, Execution>();
          session.each(
              "select %s from %s where e.id in (%s)"
                  .formatted(ExecutionRows.COLUMNS, ExecutionRows.TABLES, marks),
              row -> {
                var head = ExecutionRows.read(row);
                heads.put(head.id(), head);
                return true;
              },
              ids.stream().map(ExecutionId::value).toArray());
          return heads;
        });
  }

  /// Looks among the executions that the same one started: those have an index.
  @Override
  public Optional<Execution> lastOfChain(ExecutionId original) {
    return database.read(
        session ->
            session.first(
                """
                select %s from %s
                where e.started_by = (select o.started_by from execution o where o.id = ?)
                  and d.original_id = ?
                order by d.attempt_number desc, e.started_at desc limit 1
                """
                    .formatted(ExecutionRows.COLUMNS, ExecutionRows.TABLES),
                ExecutionRows::read,
                original.value(),
                original.value()));
  }

  @Override
  public Optional<WholeExecution> find(ExecutionId id) {
    return database.read(session -> SqlVnodeStore.whole(session, id));
  }

  @Override
  public Page<Execution> search(ExecutionFilter filter, PageRequest page) {
    var order = Where.orderBy(page.sort(), SORT_FIELDS, "e.started_at desc, e.id desc", "e.id");
    var where = where(filter);
    return database.read(
        session -> {
          long total =
              session
                  .first(
                      "select count(*) from execution e" + where.sql(),
                      Row::number,
                      where.parameters())
                  .orElse(0L);
          var results =
              session.list(
                  "select %s from %s%s%s limit ? offset ?"
                      .formatted(ExecutionRows.COLUMNS, ExecutionRows.TABLES, where.sql(), order),
                  ExecutionRows::read,
                  where.parameters(page.size(), page.offset()));
          return new Page<>(results, total);
        });
  }

  @Override
  public List<Counted> count(ExecutionFilter filter, Instant from, Duration piece) {
    var where = where(filter);
    where.and("e.started_at >= ?", Micros.of(from));
    // Numbers of ours, written out: the same expression twice, which parameters would not be.
    var number = "(e.started_at - %d) / %d".formatted(Micros.of(from), piece.toNanos() / 1_000);
    return database.read(
        session ->
            session.list(
                "select %s, e.state, count(*) from execution e%s group by %s, e.state order by 1, 2"
                    .formatted(number, where.sql(), number),
                row ->
                    new Counted(row.number(), StateCode.ofNumber((int) row.number()), row.number()),
                where.parameters()));
  }

  private static Where where(ExecutionFilter filter) {
    var where = new Where();
    filter.text().ifPresent(text -> where.andContains(text, "e.id", "e.flow_id", "e.namespace"));
    filter.namespace().ifPresent(namespace -> where.andNamespace("e.namespace", namespace));
    filter.flowId().ifPresent(flow -> where.and("e.flow_id = ?", flow));
    for (var match : filter.matches()) {
      where.andLike(
          switch (match.field()) {
            case ID -> "e.id";
            case NAMESPACE -> "e.namespace";
            case FLOW_ID -> "e.flow_id";
          },
          match);
    }
    states(where, filter);
    filter
        .labels()
        .forEach(
            (key, value) ->
                where.and(
                    "e.id in (select l.execution_id from label l where l.key = ? and l.value = ?)",
                    key,
                    value));
    filter.from().ifPresent(from -> where.and("e.started_at >= ?", Micros.of(from)));
    filter.to().ifPresent(to -> where.and("e.started_at < ?", Micros.of(to)));
    filter.triggerExecution().ifPresent(id -> where.and("e.started_by = ?", id.value()));
    filter
        .child()
        .ifPresent(child -> where.and("e.started_by is " + (child ? "not null" : "null")));
    return where;
  }

  /// Also says the condition of the partial index that has these states, where one has.
  private static void states(Where where, ExecutionFilter filter) {
    if (filter.states().isEmpty()) {
      return;
    }
    var numbers = new ArrayList<String>();
    boolean allOpen = true;
    boolean allUnwell = true;
    for (var state : State.values()) {
      if (filter.states().contains(state)) {
        int number = StateCode.number(state);
        numbers.add(String.valueOf(number));
        allOpen &= number < StateCode.FINAL;
        allUnwell &= number > StateCode.FINAL;
      }
    }
    where.and("e.state in (" + String.join(", ", numbers) + ")");
    if (allOpen) {
      // Beginning with the few open ones, not with all by time.
      where.and("e.id in (select o.id from execution o where o.finished = 0)");
    }
    if (allUnwell) {
      where.and("e.state > " + StateCode.FINAL);
    }
  }
}
