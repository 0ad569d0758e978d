package io.orrery.bench.subject;

import io.orrery.model.id.FlowId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Looks at the database of a subject with a connection of its own: what is counted there is
/// committed.
///
/// Not safe for more than one thread.
public final class Observer implements AutoCloseable {

  /// `execution.state` of a success.
  public static final int SUCCESS = 50;

  private final Connection connection;
  private final boolean postgresql;

  public Observer(Databases.Fresh database) {
    connection = database.connect();
    postgresql = database.url().startsWith("postgres");
  }

  /// One row of an answer. A null reads as 0 or `null`.
  public record Line(List<@Nullable Object> cells) {
    public long number(int column) {
      return cells.get(column) instanceof Number number ? number.longValue() : 0;
    }

    public String text(int column) {
      return String.valueOf(cells.get(column));
    }
  }

  /// Executions that are not finished.
  public long open() {
    return number("select count(*) from execution where finished = 0");
  }

  /// Executions of one flow that are not finished.
  public long open(FlowId flow) {
    return number(
        // spelt so that the index of the unfinished is taken, not that of the flow
        "select count(*) from execution where finished = 0 and namespace || '.' || flow_id = ?",
        flow.namespace() + "." + flow.id());
  }

  /// How many executions a flow has, by the number of their state.
  public Map<Integer, Long> states(String namespace, String flow) {
    var states = new LinkedHashMap<Integer, Long>();
    rows(
            "select state, count(*) from execution where namespace = ? and flow_id = ? group by"
                + " state",
            namespace,
            flow)
        .forEach(line -> states.put((int) line.number(0), line.number(1)));
    return states;
  }

  /// @throws Trouble when the flow has not exactly `count` executions, or one is no success
  public void requireSuccesses(String namespace, String flow, long count) {
    var states = states(namespace, flow);
    if (!states.equals(Map.of(SUCCESS, count))) {
      throw new Trouble(
          "%s.%s must have %d successful executions (state %d), but has by state: %s"
              .formatted(namespace, flow, count, SUCCESS, states));
    }
  }

  /// Bytes that rows and indexes take, free pages left out.
  public long storedBytes() {
    return postgresql
        ? number("select pg_database_size(current_database())")
        : (number("pragma page_count") - number("pragma freelist_count"))
            * number("pragma page_size");
  }

  /// Transactions that ended on this database since it was made; empty-handed on SQLite, which
  /// keeps no such count.
  public OptionalLong transactions() {
    return postgresql
        ? OptionalLong.of(
            number(
                "select xact_commit + xact_rollback from pg_stat_database"
                    + " where datname = current_database()"))
        : OptionalLong.empty();
  }

  /// Makes the database count each row that is inserted, updated or deleted from now on. It costs
  /// time: nothing is timed after this.
  public void countRowWrites() {
    if (postgresql) {
      execute("create sequence bench_writes");
      execute(
          "create function bench_count() returns trigger language plpgsql as"
              + " 'begin perform nextval(''bench_writes''); return null; end'");
      for (var table : tables()) {
        execute(
            "create trigger bench_count after insert or update or delete on "
                + table
                + " for each row execute function bench_count()");
      }
      return;
    }
    var tables = tables();
    execute("create table bench_writes (n integer not null)");
    execute("insert into bench_writes values (0)");
    for (var table : tables) {
      for (var event : List.of("insert", "update", "delete")) {
        execute(
            "create trigger bench_%s_%s after %s on %s begin update bench_writes set n = n + 1; end"
                .formatted(table, event, event, table));
      }
    }
  }

  /// Row writes since [#countRowWrites].
  public long rowWrites() {
    return postgresql
        ? number("select case when is_called then last_value else 0 end from bench_writes")
        : number("select n from bench_writes");
  }

  private List<String> tables() {
    var sql =
        postgresql
            ? "select tablename from pg_tables where schemaname = current_schema()"
            : "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'";
    return rows(sql).stream().map(line -> line.text(0)).toList();
  }

  public long number(String sql, Object... parameters) {
    var lines = rows(sql, parameters);
    return lines.isEmpty() ? 0 : lines.getFirst().number(0);
  }

  public List<Line> rows(String sql, Object... parameters) {
    try (var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (var rows = statement.executeQuery()) {
        int columns = rows.getMetaData().getColumnCount();
        var lines = new ArrayList<Line>();
        while (rows.next()) {
          var cells = new ArrayList<@Nullable Object>(columns);
          for (int i = 1; i <= columns; i++) {
            cells.add(rows.getObject(i));
          }
          lines.add(new Line(cells));
        }
        return lines;
      }
    } catch (SQLException e) {
      throw new Trouble("cannot look at the database: " + e.getMessage(), e);
    }
  }

  /// Changes rows, which no product may have open.
  public void change(String sql, Object... parameters) {
    try (var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new Trouble("'" + sql + "' failed: " + e.getMessage(), e);
    }
  }

  private void execute(String sql) {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new Trouble("'" + sql + "' failed: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new Trouble("cannot close the bench's connection", e);
    }
  }
}
