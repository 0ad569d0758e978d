package io.orrery.plugin.jdbc.sqlite;

import io.orrery.plugin.jdbc.Cells;
import io.orrery.plugin.jdbc.Dialect;
import io.orrery.plugin.jdbc.Json;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// SQLite has no types for dates and times; columns that say that they hold some are believed, as
/// far as what they hold can be read.
final class SqliteDialect implements Dialect {

  @Override
  public @Nullable Object cell(ResultSet rows, int column, String type, ZoneId zone)
      throws SQLException {
    var value = Cells.plain(rows, column);
    if (value == null) {
      return null;
    }
    return switch (type) {
      case "date" -> value instanceof String text ? date(text) : value;
      case "time" -> value instanceof String text ? time(text) : value;
      case "datetime", "timestamp" ->
          switch (value) {
            case String text -> moment(text, zone);
            case Number millis -> Instant.ofEpochMilli(millis.longValue());
            default -> value;
          };
      default -> value;
    };
  }

  private static Object date(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException e) {
      return text;
    }
  }

  private static Object time(String text) {
    try {
      return LocalTime.parse(text);
    } catch (DateTimeException e) {
      return text;
    }
  }

  /// What stands without a zone is in `zone`.
  private static Object moment(String text, ZoneId zone) {
    var iso = text.strip().replaceFirst(" ", "T");
    try {
      if (iso.indexOf('T') < 0) {
        return LocalDate.parse(iso).atStartOfDay(zone).toInstant();
      }
      var hasZone = iso.endsWith("Z") || iso.matches(".*[+-]\\d\\d(:?\\d\\d)?(\\[.*])?");
      return hasZone
          ? ZonedDateTime.parse(iso).toInstant()
          : LocalDateTime.parse(iso).atZone(zone).toInstant();
    } catch (DateTimeException e) {
      return text;
    }
  }

  @Override
  public void bind(PreparedStatement statement, int index, @Nullable Object value)
      throws SQLException {
    switch (value) {
      case OffsetDateTime at -> statement.setString(index, at.toString());
      case ZonedDateTime at -> statement.setString(index, at.toOffsetDateTime().toString());
      case Temporal at -> statement.setString(index, at.toString());
      case Map<?, ?> tree -> statement.setString(index, Json.write(tree));
      case Iterable<?> tree -> statement.setString(index, Json.write(tree));
      case null, default -> statement.setObject(index, value);
    }
  }

  /// A transaction of SQLite always does.
  @Override
  public void steady(Connection connection) {}
}
