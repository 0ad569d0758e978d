package io.orrery.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One connection and its prepared statements, within one transaction at a time. Used by one thread
/// at a time.
final class Session implements AutoCloseable {

  /// Statements kept ready; the one unused for longest is closed when there are more.
  private static final int STATEMENTS_MAX = 128;

  /// Rows that PostgreSQL sends at once, where a result may be left half read.
  private static final int FETCH_ROWS = 200;

  private final Connection connection;
  private final Dialect dialect;
  private final Map<String, PreparedStatement> statements = new LinkedHashMap<>(64, 0.75f, true);

  Session(Connection connection, Dialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  /// Makes a value of the current row.
  interface RowReader<T> {
    T read(Row row) throws SQLException;
  }

  Dialect dialect() {
    return dialect;
  }

  Connection connection() {
    return connection;
  }

  /// Runs a statement that answers no rows.
  ///
  /// @param parameters String, Integer, Long, Double, byte[] or null
  /// @return how many rows it touched
  int update(String sql, @Nullable Object... parameters) throws SQLException {
    var statement = prepared(sql);
    set(statement, parameters);
    return statement.executeUpdate();
  }

  <T> List<T> list(String sql, RowReader<T> reader, @Nullable Object... parameters)
      throws SQLException {
    var statement = prepared(sql);
    set(statement, parameters);
    var list = new ArrayList<T>();
    try (var rows = statement.executeQuery()) {
      var row = new Row(rows);
      while (rows.next()) {
        row.begin();
        list.add(reader.read(row));
      }
    }
    return list;
  }

  <T> Optional<T> first(String sql, RowReader<T> reader, @Nullable Object... parameters)
      throws SQLException {
    var statement = prepared(sql);
    set(statement, parameters);
    try (var rows = statement.executeQuery()) {
      return rows.next() ? Optional.of(reader.read(new Row(rows))) : Optional.empty();
    }
  }

  /// Calls `reader` for each row until it answers false.
  void each(String sql, RowReader<Boolean> reader, @Nullable Object... parameters)
      throws SQLException {
    var statement = prepared(sql);
    set(statement, parameters);
    statement.setFetchSize(FETCH_ROWS);
    try (var rows = statement.executeQuery()) {
      var row = new Row(rows);
      while (rows.next()) {
        row.begin();
        if (!reader.read(row)) {
          return;
        }
      }
    }
  }

  /// Many rows for one statement. Run it with [Batch#run] before anything reads them.
  Batch batch(String sql) throws SQLException {
    return new Batch(prepared(sql));
  }

  private PreparedStatement prepared(String sql) throws SQLException {
    var known = statements.get(sql);
    if (known != null) {
      return known;
    }
    var statement = connection.prepareStatement(sql);
    statements.put(sql, statement);
    if (statements.size() > STATEMENTS_MAX) {
      var eldest = statements.entrySet().iterator();
      eldest.next().getValue().close();
      eldest.remove();
    }
    return statement;
  }

  private static void set(PreparedStatement statement, @Nullable Object[] parameters)
      throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      switch (parameters[i]) {
        case null -> statement.setNull(i + 1, java.sql.Types.VARCHAR);
        case String text -> statement.setString(i + 1, text);
        case Integer number -> statement.setInt(i + 1, number);
        case Long number -> statement.setLong(i + 1, number);
        case Double number -> statement.setDouble(i + 1, number);
        case byte[] bytes -> statement.setBytes(i + 1, bytes);
        default -> throw new IllegalArgumentException("no column type for " + parameters[i]);
      }
    }
  }

  /// Closes the statements, and gives back or closes the connection.
  @Override
  public void close() throws SQLException {
    try (connection) {
      for (var statement : statements.values()) {
        statement.close();
      }
      statements.clear();
    }
  }
}
