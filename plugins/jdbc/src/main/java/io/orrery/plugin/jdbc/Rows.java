package io.orrery.plugin.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The rows of an answer, one at a time.
final class Rows {

  private record Column(String name, String type) {}

  private final ResultSet rows;
  private final Dialect dialect;
  private final ZoneId zone;
  private final List<Column> columns = new ArrayList<>();

  Rows(ResultSet rows, Dialect dialect, ZoneId zone) throws SQLException {
    this.rows = rows;
    this.dialect = dialect;
    this.zone = zone;
    var told = rows.getMetaData();
    for (int i = 1; i <= told.getColumnCount(); i++) {
      var type = String.valueOf(told.getColumnTypeName(i)).toLowerCase(Locale.ROOT);
      columns.add(new Column(told.getColumnLabel(i), type));
    }
  }

  boolean next() throws SQLException {
    return rows.next();
  }

  /// The cells by column; of two columns with one name the last counts. A cell may be null.
  @SuppressWarnings("NullAway") // outputs may hold null, which their type cannot say
  Map<String, Object> row() throws SQLException {
    var row = new LinkedHashMap<String, Object>();
    for (int i = 0; i < columns.size(); i++) {
      var column = columns.get(i);
      row.put(column.name(), dialect.cell(rows, i + 1, column.type(), zone));
    }
    return row;
  }
}
