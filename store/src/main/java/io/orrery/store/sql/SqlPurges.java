package io.orrery.store.sql;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.state.LogLevel;
import io.orrery.store.query.LogFilter;
import io.orrery.store.query.Purges;
import io.orrery.store.sql.codec.Json;
import io.orrery.store.sql.codec.LevelCode;
import io.orrery.store.sql.codec.LogLines;
import io.orrery.store.sql.codec.Micros;
import io.orrery.store.vnode.LogChunk.Line;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Deletes log chunks, metrics and old revisions. Of a chunk that must stay in part, the rest is
/// written back under the same id.
public final class SqlPurges implements Purges {

  private final Database database;

  public SqlPurges(Database database) {
    this.database = database;
  }

  private record Chunk(long id, List<Line> lines) {}

  @Override
  public LogPiece logs(LogFilter filter, Set<LogLevel> levels, long after, int chunks) {
    var where = SqlLogQueries.where(filter).and("id > ?", after);
    if (!levels.isEmpty()) {
      int bits = 0;
      for (var level : levels) {
        bits |= LevelCode.bit(level);
      }
      where.and("(levels & ?) <> 0", bits);
    }
    return database.write(session -> logs(session, filter, levels, where, chunks));
  }

  @Override
  public LogPiece logsOf(FlowId flow, Optional<String> triggerId, long after, int chunks) {
    var where =
        new Where()
            .and("namespace = ?", flow.namespace())
            .and("flow_id = ?", flow.id())
            .and("id > ?", after);
    triggerId.ifPresent(id -> where.and("trigger_id = ?", id));
    return database.write(session -> logs(session, LogFilter.ANY, Set.of(), where, chunks));
  }

  private static LogPiece logs(
      Session session, LogFilter filter, Set<LogLevel> levels, Where where, int chunks)
      throws SQLException {
    var found =
        session.list(
            "select id, body from log_chunk" + where.sql() + " order by id limit ?",
            row -> new Chunk(row.number(), LogLines.lines(row.bytes())),
            where.parameters(chunks));
    long removed = 0;
    var emptied = new TreeSet<Long>();
    var rests = new ArrayList<Chunk>();
    for (var chunk : found) {
      var lines = chunk.lines();
      var staying = new ArrayList<Line>();
      for (var line : lines) {
        if (!matches(line, filter, levels)) {
          staying.add(line);
        }
      }
      removed += lines.size() - staying.size();
      if (staying.isEmpty()) {
        emptied.add(chunk.id());
      } else if (staying.size() < lines.size()) {
        rests.add(new Chunk(chunk.id(), staying));
      }
    }
    if (!emptied.isEmpty()) {
      session.update(
          "delete from log_chunk where id in " + session.dialect().eachInteger(),
          Json.text(emptied));
    }
    for (var rest : rests) {
      rewrite(session, rest);
    }
    return new LogPiece(
        removed, found.size() < chunks ? Optional.empty() : Optional.of(found.getLast().id()));
  }

  private static boolean matches(Line line, LogFilter filter, Set<LogLevel> levels) {
    boolean level =
        levels.isEmpty() ? line.level().atLeast(filter.minLevel()) : levels.contains(line.level());
    return level
        && filter.from().map(from -> !line.at().isBefore(from)).orElse(true)
        && filter.to().map(to -> line.at().isBefore(to)).orElse(true)
        && filter
            .text()
            .map(part -> part.toLowerCase(Locale.ROOT))
            .map(part -> line.message().toLowerCase(Locale.ROOT).contains(part))
            .orElse(true);
  }

  private static void rewrite(Session session, Chunk rest) throws SQLException {
    int levels = 0;
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (var line : rest.lines()) {
      levels |= LevelCode.bit(line.level());
      first = Math.min(first, Micros.of(line.at()));
      last = Math.max(last, Micros.of(line.at()));
    }
    var row =
        session.batch(
            "update log_chunk set line_count = ?, levels = ?, min_at = ?, max_at = ?, body = ?"
                + " where id = ?");
    row.number(rest.lines().size())
        .number(levels)
        .number(first)
        .number(last)
        .bytes(LogLines.bytes(rest.lines()))
        .number(rest.id())
        .add();
    row.run();
  }

  @Override
  public long logsOf(Set<ExecutionId> executions, boolean delete) {
    return of("log_chunk", "coalesce(sum(line_count), 0)", executions, delete);
  }

  @Override
  public long metricsOf(Set<ExecutionId> executions, boolean delete) {
    return of("metric", "count(*)", executions, delete);
  }

  private long of(String table, String count, Set<ExecutionId> executions, boolean delete) {
    var ids = new TreeSet<String>();
    executions.forEach(id -> ids.add(id.value()));
    var wanted = Json.text(ids);
    return database.write(
        session -> {
          var from = " from " + table + " where execution_id in " + session.dialect().eachText();
          long counted = session.first("select " + count + from, Row::number, wanted).orElse(0L);
          if (delete) {
            session.update("delete" + from, wanted);
          }
          return counted;
        });
  }

  @Override
  public int revisions(
      Optional<String> namespace, Optional<String> flowId, Instant before, int limit) {
    var where =
        new Where()
            .and("f.saved_at < ?", Micros.of(before))
            .and("(f.latest = 0 or f.deleted = 1)")
            .and(
                """
                not exists (select 1 from execution e where e.finished = 0 and e.namespace = f.namespace
                  and e.flow_id = f.flow_id and e.revision = f.revision)\
                """)
            // The newest number of a deleted flow stays: a flow of that name must not begin again
            // at 1.
            .and(
                """
                f.revision < (select max(g.revision) from flow g where g.namespace = f.namespace
                  and g.flow_id = f.flow_id)\
                """);
    namespace.ifPresent(it -> where.andNamespace("f.namespace", it));
    flowId.ifPresent(it -> where.and("f.flow_id = ?", it));
    record Key(String namespace, String flow, int revision) {}
    return database.write(
        session -> {
          var found =
              session.list(
                  "select f.namespace, f.flow_id, f.revision from flow f"
                      + where.sql()
                      + " order by f.namespace, f.flow_id, f.revision limit ?",
                  row -> new Key(row.text(), row.text(), row.integer()),
                  where.parameters(limit));
          for (var key : found) {
            session.update(
                "delete from flow where namespace = ? and flow_id = ? and revision = ?",
                key.namespace(),
                key.flow(),
                key.revision());
          }
          return found.size();
        });
  }

  @Override
  public LedgerPiece ledger(Instant before, Optional<Lane> after, int lanes, int rows) {
    return database.write(session -> new LedgerPurge(session).run(before, after, lanes, rows));
  }
}
