package io.orrery.store.sql;

import io.orrery.store.sql.codec.Micros;
import io.orrery.store.sql.codec.Text;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Rows for one statement, given column by column from left to right, each ended with [#add].
final class Batch {

  /// Rows held before they are sent.
  private static final int ROWS_MAX = 1000;

  private final PreparedStatement statement;
  private int column;
  private int rows;

  Batch(PreparedStatement statement) {
    this.statement = statement;
  }

  /// A text that no user wrote: ids, encodings.
  Batch plain(String text) throws SQLException {
    statement.setString(++column, text);
    return this;
  }

  Batch plainOrNull(@Nullable String text) throws SQLException {
    if (text == null) {
      statement.setNull(++column, Types.VARCHAR);
    } else {
      statement.setString(++column, text);
    }
    return this;
  }

  /// A text that may have anything in it.
  Batch text(String text) throws SQLException {
    return plain(Text.storable(text));
  }

  Batch text(Optional<String> text) throws SQLException {
    return plainOrNull(text.map(Text::storable).orElse(null));
  }

  Batch number(int number) throws SQLException {
    statement.setInt(++column, number);
    return this;
  }

  Batch number(long number) throws SQLException {
    statement.setLong(++column, number);
    return this;
  }

  Batch real(double number) throws SQLException {
    statement.setDouble(++column, number);
    return this;
  }

  Batch truth(boolean truth) throws SQLException {
    return number(truth ? 1 : 0);
  }

  Batch instant(Instant instant) throws SQLException {
    return number(Micros.of(instant));
  }

  Batch instant(Optional<Instant> instant) throws SQLException {
    if (instant.isEmpty()) {
      statement.setNull(++column, Types.BIGINT);
      return this;
    }
    return instant(instant.get());
  }

  Batch bytes(byte[] bytes) throws SQLException {
    statement.setBytes(++column, bytes);
    return this;
  }

  void add() throws SQLException {
    statement.addBatch();
    column = 0;
    if (++rows >= ROWS_MAX) {
      run();
    }
  }

  void run() throws SQLException {
    if (rows > 0) {
      rows = 0;
      statement.executeBatch();
    }
  }
}
