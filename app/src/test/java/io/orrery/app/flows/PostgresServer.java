package io.orrery.app.flows;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A PostgreSQL server for the tests of one class.
final class PostgresServer implements BeforeAllCallback, AfterAllCallback {

  private @Nullable EmbeddedPostgres server;
  private int databases;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (server != null) {
      server.close();
    }
  }

  /// The address of a new and empty database.
  Optional<String> database() {
    if (server == null) {
      throw new IllegalStateException("the server was not started");
    }
    var name = "test" + databases++;
    try (var connection = server.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute("create database " + name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return Optional.of("postgresql://postgres@localhost:" + server.getPort() + "/" + name);
  }

  /// Ends every session of every client in whatever it does, as a restart of the server does.
  void disconnectAll() throws SQLException {
    if (server == null) {
      throw new IllegalStateException("the server was not started");
    }
    try (var connection = server.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute(
          "select pg_terminate_backend(pid) from pg_stat_activity"
              + " where pid <> pg_backend_pid() and backend_type = 'client backend'");
    }
  }
}
