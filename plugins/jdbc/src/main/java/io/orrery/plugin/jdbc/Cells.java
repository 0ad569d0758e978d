package io.orrery.plugin.jdbc;

import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Cells of types that databases share.
public final class Cells {
  private Cells() {}

  /// The value of a cell that the dialect has nothing special to say about.
  public static @Nullable Object plain(ResultSet rows, int column) throws SQLException {
    return plain(rows.getObject(column));
  }

  private static @Nullable Object plain(@Nullable Object value) throws SQLException {
    return switch (value) {
      case null -> null;
      case Date day -> day.toLocalDate();
      case Time time -> time.toLocalTime();
      case Timestamp at -> at.toLocalDateTime();
      case Clob text -> text.getSubString(1, Math.toIntExact(text.length()));
      case Blob bytes -> bytes.getBytes(1, Math.toIntExact(bytes.length()));
      case SQLXML xml -> xml.getString();
      case UUID id -> id.toString();
      case Array array -> list(array);
      default -> value;
    };
  }

  private static @Nullable List<@Nullable Object> list(Array array) throws SQLException {
    return array.getArray() instanceof Object[] values ? list(values) : null;
  }

  private static List<@Nullable Object> list(@Nullable Object[] values) throws SQLException {
    var list = new ArrayList<@Nullable Object>(values.length);
    for (var value : values) {
      list.add(value instanceof Object[] inner ? list(inner) : plain(value));
    }
    return list;
  }
}
