package io.orrery.store.sql;

import io.orrery.store.sql.codec.Micros;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The current row of a result, read column by column from left to right.
final class Row {

  private final ResultSet result;
  private int column;

  Row(ResultSet result) {
    this.result = result;
  }

  /// Goes back to the first column: a new row has come.
  void begin() {
    column = 0;
  }

  String text() throws SQLException {
    var text = result.getString(++column);
    if (text == null) {
      throw new IllegalStateException("column " + column + " is null");
    }
    return text;
  }

  @Nullable String textOrNull() throws SQLException {
    return result.getString(++column);
  }

  Optional<String> optionalText() throws SQLException {
    return Optional.ofNullable(textOrNull());
  }

  int integer() throws SQLException {
    return result.getInt(++column);
  }

  boolean truth() throws SQLException {
    return integer() != 0;
  }

  long number() throws SQLException {
    return result.getLong(++column);
  }

  double real() throws SQLException {
    return result.getDouble(++column);
  }

  Instant instant() throws SQLException {
    return Micros.instant(number());
  }

  Optional<Instant> optionalInstant() throws SQLException {
    long micros = number();
    return result.wasNull() ? Optional.empty() : Optional.of(Micros.instant(micros));
  }

  byte[] bytes() throws SQLException {
    var bytes = result.getBytes(++column);
    if (bytes == null) {
      throw new IllegalStateException("column " + column + " is null");
    }
    return bytes;
  }
}
