package io.orrery.plugin.jdbc;

import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.items.Items;
import io.orrery.plugin.items.ItemsWriter;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// How the rows of a statement are taken.
///
/// @param fetchSize how many rows the driver brings at a time when they are stored
record Taking(How how, int fetchSize, ZoneId zone) {

  enum How {
    LEAVE,
    COUNT,
    FIRST,
    ALL,
    STORE
  }

  static Taking nothing() {
    return new Taking(How.LEAVE, 0, java.time.ZoneOffset.UTC);
  }

  void prepare(PreparedStatement statement) throws SQLException {
    if (how == How.STORE) {
      statement.setFetchSize(fetchSize);
    } else if (how == How.FIRST) {
      statement.setMaxRows(1);
    }
  }

  Answer take(ResultSet set, Dialect dialect, RunContext context) throws SQLException, IOException {
    var rows = new Rows(set, dialect, zone);
    return switch (how) {
      case LEAVE -> Answer.left();
      case COUNT -> {
        try (var counted = ItemsWriter.nowhere()) {
          addAll(rows, counted);
          yield Answer.counted(counted.size(), counted.digest());
        }
      }
      case FIRST -> {
        var row = rows.next() ? rows.row() : null;
        yield Answer.first(row, Items.digest(row == null ? List.of() : List.of(row)));
      }
      case ALL -> {
        var all = new ArrayList<Map<String, Object>>();
        while (rows.next()) {
          all.add(rows.row());
        }
        yield Answer.all(all, Items.digest(all));
      }
      case STORE -> {
        try (var file = ItemsWriter.open(context)) {
          addAll(rows, file);
          yield Answer.stored(file.store(context), file.size(), file.digest());
        }
      }
    };
  }

  private static void addAll(Rows rows, ItemsWriter items) throws SQLException, IOException {
    while (rows.next()) {
      items.add(rows.row());
    }
  }
}
