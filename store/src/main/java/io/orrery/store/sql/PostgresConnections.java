package io.orrery.store.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;

/// A pool of connections to a PostgreSQL server.
final class PostgresConnections implements Connections {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /// A transaction of ours that does nothing for so long belongs to a process that hangs; its locks
  /// must not hold up the others.
  private static final Duration IDLE_IN_TRANSACTION_MAX = Duration.ofSeconds(60);

  private final HikariDataSource writers;
  private final HikariDataSource readers;

  PostgresConnections(DatabaseConfig.Postgresql config) {
    int forWriters = Math.max(1, config.connections() / 2);
    writers = pool(config, "orrery-write", forWriters, false);
    readers = pool(config, "orrery-read", Math.max(1, config.connections() - forWriters), true);
  }

  private static HikariDataSource pool(
      DatabaseConfig.Postgresql config, String name, int connections, boolean readOnly) {
    var hikari = new HikariConfig();
    hikari.setPoolName(name);
    hikari.setJdbcUrl(config.url());
    config.user().ifPresent(hikari::setUsername);
    config.password().ifPresent(hikari::setPassword);
    hikari.setMaximumPoolSize(connections);
    hikari.setMinimumIdle(Math.min(1, connections));
    hikari.setAutoCommit(false);
    hikari.setReadOnly(readOnly);
    hikari.setTransactionIsolation(
        readOnly ? "TRANSACTION_REPEATABLE_READ" : "TRANSACTION_READ_COMMITTED");
    hikari.setConnectionTimeout(CONNECT_TIMEOUT.toMillis());
    hikari.setInitializationFailTimeout(-1); // the first use tells, as a fault that may pass
    long timeout = config.statementTimeout().toMillis();
    hikari.addDataSourceProperty("reWriteBatchedInserts", "true");
    hikari.addDataSourceProperty("prepareThreshold", "3");
    hikari.addDataSourceProperty("tcpKeepAlive", "true");
    hikari.addDataSourceProperty("connectTimeout", CONNECT_TIMEOUT.toSeconds());
    // Longer than the server's own limit: it only helps when the server has vanished.
    hikari.addDataSourceProperty("socketTimeout", timeout / 1000 + 30);
    hikari.addDataSourceProperty("ApplicationName", "orrery");
    hikari.setIsolateInternalQueries(true); // else the first rollback takes these back
    hikari.setConnectionInitSql(
        "set statement_timeout = %d; set lock_timeout = %d; set idle_in_transaction_session_timeout = %d"
            .formatted(timeout, Math.max(1, timeout / 2), IDLE_IN_TRANSACTION_MAX.toMillis()));
    return new HikariDataSource(hikari);
  }

  @Override
  public Dialect dialect() {
    return Dialect.POSTGRESQL;
  }

  @Override
  public Session reader() throws SQLException {
    return new Session(readers.getConnection(), Dialect.POSTGRESQL);
  }

  @Override
  public Session writer() throws SQLException {
    return new Session(writers.getConnection(), Dialect.POSTGRESQL);
  }

  @Override
  public void giveBackReader(Session session, Outcome outcome) {
    giveBack(session);
  }

  @Override
  public void giveBackWriter(Session session, Outcome outcome) {
    giveBack(session);
  }

  /// The pool itself throws away what is broken.
  private static void giveBack(Session session) {
    try {
      session.close();
    } catch (SQLException e) {
      // The connection is gone, and with it all that could be closed.
      return;
    }
  }

  @Override
  public void close() {
    try (writers) {
      readers.close();
    }
  }
}
