package io.orrery.app.secrets;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PostgresLeaksTest extends LeaksContract {

  private EmbeddedPostgres server;

  @BeforeAll
  void startServer() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  void stopServer() throws IOException {
    server.close();
  }

  @Override
  Optional<String> database() {
    return Optional.of("postgresql://postgres@localhost:" + server.getPort() + "/postgres");
  }

  @Override
  Map<String, String> dump() {
    var tables = new LinkedHashMap<String, String>();
    try (var connection = server.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      var names = new ArrayList<String>();
      try (var rows =
          statement.executeQuery(
              "select schemaname || '.' || tablename from pg_tables"
                  + " where schemaname not in ('pg_catalog', 'information_schema')")) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
      for (var name : names) {
        var text = new StringBuilder();
        try (var rows = statement.executeQuery("select * from " + name)) {
          while (rows.next()) {
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
              var value = rows.getObject(i);
              text.append(
                      value instanceof byte[] bytes
                          ? new String(bytes, StandardCharsets.UTF_8)
                          : value)
                  .append('|');
            }
            text.append('\n');
          }
        }
        tables.put(name, text.toString());
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return tables;
  }
}
