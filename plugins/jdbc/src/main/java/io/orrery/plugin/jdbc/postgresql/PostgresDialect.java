package io.orrery.plugin.jdbc.postgresql;

import io.orrery.plugin.jdbc.Cells;
import io.orrery.plugin.jdbc.Dialect;
import io.orrery.plugin.jdbc.Json;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PGInterval;
import org.postgresql.util.PGobject;

/// PostgreSQL's own types.
final class PostgresDialect implements Dialect {

  @Override
  public @Nullable Object cell(ResultSet rows, int column, String type, ZoneId zone)
      throws SQLException {
    return switch (type) {
      case "date" -> rows.getObject(column, LocalDate.class);
      case "time" -> rows.getObject(column, LocalTime.class);
      case "timetz" -> rows.getObject(column, OffsetTime.class);
      case "timestamp" -> rows.getObject(column, LocalDateTime.class);
      case "timestamptz" -> {
        var at = rows.getObject(column, OffsetDateTime.class);
        yield at == null ? null : at.atZoneSameInstant(zone);
      }
      default -> special(rows, column);
    };
  }

  private static @Nullable Object special(ResultSet rows, int column) throws SQLException {
    return switch (Cells.plain(rows, column)) {
      case PGInterval interval -> iso(interval);
      case PGobject object -> text(object);
      case null -> null;
      case Object value -> value;
    };
  }

  private static String iso(PGInterval interval) {
    return "P%dY%dM%dDT%dH%dM%dS"
        .formatted(
            interval.getYears(),
            interval.getMonths(),
            interval.getDays(),
            interval.getHours(),
            interval.getMinutes(),
            interval.getWholeSeconds());
  }

  private static @Nullable Object text(PGobject object) {
    var value = object.getValue();
    var isJson = object.getType().equals("json") || object.getType().equals("jsonb");
    return value != null && isJson ? Json.read(value) : value;
  }

  @Override
  public void bind(PreparedStatement statement, int index, @Nullable Object value)
      throws SQLException {
    switch (value) {
      case Instant at -> statement.setObject(index, at.atOffset(ZoneOffset.UTC));
      case ZonedDateTime at -> statement.setObject(index, at.toOffsetDateTime());
      // The server finds the type, as json or jsonb.
      case Map<?, ?> tree -> statement.setObject(index, Json.write(tree), Types.OTHER);
      case Iterable<?> tree -> statement.setObject(index, Json.write(tree), Types.OTHER);
      case null, default -> statement.setObject(index, value);
    }
  }

  @Override
  public void steady(Connection connection) throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
  }
}
