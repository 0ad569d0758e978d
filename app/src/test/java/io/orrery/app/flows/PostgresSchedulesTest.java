package io.orrery.app.flows;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PostgresSchedulesTest extends SchedulesContract {

  private EmbeddedPostgres server;
  private int databases;

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
    var name = "schedules" + databases++;
    try (var connection = server.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute("create database " + name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return Optional.of("postgresql://postgres@localhost:" + server.getPort() + "/" + name);
  }
}
