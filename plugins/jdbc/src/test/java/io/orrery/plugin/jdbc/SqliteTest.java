package io.orrery.plugin.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SqliteTest extends JdbcContract {

  @Override
  String name() {
    return "sqlite";
  }

  @Override
  Map<String, Object> database() {
    return Map.of("url", "jdbc:sqlite:" + folder.resolve("test.db"));
  }

  @Override
  String endless() {
    return "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n";
  }

  @Test
  void a_stored_database_is_brought_to_the_working_folder() throws Exception {
    try (var content = Files.newInputStream(folder.resolve("test.db"))) {
      context.storage().put("shop.db", content);
    }
    var row =
        query(
            "select count(*) as n from orders",
            "url",
            "jdbc:sqlite:data/mine.db",
            "sqliteFile",
            "kestra:///shop.db",
            "fetchType",
            "FETCH_ONE");
    assertThat(row.get("row")).isEqualTo(Map.of("n", 2));
    assertThat(folder.resolve("working/data/mine.db")).exists();
  }

  @Test
  void columns_that_say_that_they_hold_dates_are_believed_as_far_as_they_can_be_read()
      throws Exception {
    queries(
        "create table t (d date, at datetime, s timestamp, bad date, b blob);"
            + " insert into t values ('2026-03-01', '2026-03-01 10:15:00', 1772360100000, 'soon',"
            + " x'0102')");
    var row =
        query("select * from t", "fetchType", "FETCH_ONE", "timeZoneId", "Europe/Paris").get("row");
    assertThat(row)
        .isEqualTo(
            Map.of(
                "d", "2026-03-01",
                "at", "2026-03-01T09:15:00Z",
                "s", "2026-03-01T10:15:00Z",
                "bad", "soon",
                "b", "AQI="));
  }
}
