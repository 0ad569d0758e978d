package io.orrery.bench.subject;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.sqlite.SQLiteConfig;

/// Where the databases of a bench come from. Each subject gets a new, empty one: rounds do not see
/// what earlier ones left.
public sealed interface Databases extends AutoCloseable {

  /// `sqlite` or `postgresql`.
  String kind();

  /// @param home a file goes there
  Fresh fresh(Path home);

  @Override
  void close();

  /// A database for one subject.
  ///
  /// @param url as the product is told
  record Fresh(String url, Opening opening) {
    /// A connection of the bench's own, committing each statement.
    public Connection connect() {
      try {
        return opening.open();
      } catch (SQLException e) {
        throw new Trouble("the bench cannot open the database: " + e.getMessage(), e);
      }
    }
  }

  /// Opens a connection.
  @FunctionalInterface
  interface Opening {
    Connection open() throws SQLException;
  }

  /// @param asked absent or `sqlite`: a file in each home; `postgres`: a server that is started
  ///   here; else the URL of a PostgreSQL server on which databases may be created
  static Databases of(Optional<String> asked) {
    var text = asked.orElse("sqlite");
    if (text.equals("sqlite")) {
      return new Sqlite();
    }
    if (text.equals("postgres")) {
      return Postgresql.embedded();
    }
    if (text.startsWith("postgresql://") || text.startsWith("postgres://")) {
      return new Postgresql(URI.create(text), Optional.empty());
    }
    throw new IllegalArgumentException("--db is sqlite, postgres or postgresql://…, not " + text);
  }

  /// A file in each home.
  record Sqlite() implements Databases {
    private static final int BUSY_MS = 10_000;

    @Override
    public String kind() {
      return "sqlite";
    }

    @Override
    public Fresh fresh(Path home) {
      var file = home.resolve("orrery.db").toAbsolutePath();
      return new Fresh(
          "sqlite:" + file,
          () -> {
            var config = new SQLiteConfig();
            config.setBusyTimeout(BUSY_MS);
            return config.createConnection("jdbc:sqlite:" + file);
          });
    }

    @Override
    public void close() {}
  }

  /// A new database on one server each time; all are dropped in the end.
  final class Postgresql implements Databases {
    private final URI server;
    private final Optional<EmbeddedPostgres> ours;
    private final List<String> made = new ArrayList<>();

    private Postgresql(URI server, Optional<EmbeddedPostgres> ours) {
      this.server = server;
      this.ours = ours;
    }

    private static Postgresql embedded() {
      try {
        var started = EmbeddedPostgres.builder().start();
        var url =
            "postgresql://postgres:postgres@localhost:%d/postgres".formatted(started.getPort());
        return new Postgresql(URI.create(url), Optional.of(started));
      } catch (IOException e) {
        throw new Trouble("PostgreSQL cannot be started: " + e.getMessage(), e);
      }
    }

    @Override
    public String kind() {
      return "postgresql";
    }

    @Override
    public Fresh fresh(Path home) {
      var name = "orrery_bench_%d_%d".formatted(ProcessHandle.current().pid(), made.size());
      administer("create database " + name);
      made.add(name);
      return new Fresh(url(name), () -> open(name));
    }

    private String url(String name) {
      var user = server.getRawUserInfo();
      int port = server.getPort();
      return "postgresql://"
          + (user == null ? "" : user + "@")
          + server.getHost()
          + (port < 0 ? "" : ":" + port)
          + "/"
          + name
          + (server.getRawQuery() == null ? "" : "?" + server.getRawQuery());
    }

    private Connection open(String name) throws SQLException {
      var properties = new Properties();
      var user = server.getUserInfo();
      if (user != null) {
        int colon = user.indexOf(':');
        properties.setProperty("user", colon < 0 ? user : user.substring(0, colon));
        if (colon >= 0) {
          properties.setProperty("password", user.substring(colon + 1));
        }
      }
      properties.setProperty("ApplicationName", "orrery-bench");
      int port = server.getPort();
      return DriverManager.getConnection(
          "jdbc:postgresql://%s:%d/%s%s"
              .formatted(
                  server.getHost(),
                  port < 0 ? 5432 : port,
                  name,
                  server.getRawQuery() == null ? "" : "?" + server.getRawQuery()),
          properties);
    }

    private void administer(String sql) {
      var path = server.getPath();
      var name = path == null || path.length() < 2 ? "postgres" : path.substring(1);
      try (var connection = open(name);
          var statement = connection.createStatement()) {
        statement.execute(sql);
      } catch (SQLException e) {
        throw new Trouble("'" + sql + "' failed: " + e.getMessage(), e);
      }
    }

    @Override
    public void close() {
      if (ours.isPresent()) {
        try {
          ours.get().close();
        } catch (IOException e) {
          throw new Trouble("PostgreSQL cannot be stopped: " + e.getMessage(), e);
        }
        return;
      }
      made.forEach(name -> administer("drop database if exists " + name + " with (force)"));
    }
  }
}
