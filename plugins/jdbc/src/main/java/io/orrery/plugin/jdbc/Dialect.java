package io.orrery.plugin.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// What differs between databases.
public interface Dialect {

  /// The value of a cell, as a task hands it on.
  ///
  /// @param type the name of the column's type, in lower case
  @Nullable Object cell(ResultSet rows, int column, String type, ZoneId zone) throws SQLException;

  /// Sets an argument of a statement.
  void bind(PreparedStatement statement, int index, @Nullable Object value) throws SQLException;

  /// Makes a transaction see one state of the database from its first statement to its last, so
  /// that what a trigger takes away is what it saw.
  void steady(Connection connection) throws SQLException;
}
