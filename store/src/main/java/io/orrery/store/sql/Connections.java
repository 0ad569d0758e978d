package io.orrery.store.sql;

import java.sql.SQLException;

/// Where sessions come from.
sealed interface Connections extends AutoCloseable permits SqliteConnections, PostgresConnections {

  Dialect dialect();

  /// A session that may only read.
  Session reader() throws SQLException;

  /// The session that may write; with SQLite there is one, and the call waits for it.
  Session writer() throws SQLException;

  void giveBackReader(Session session, Outcome outcome);

  void giveBackWriter(Session session, Outcome outcome);

  /// Whether a session is fit for more.
  enum Outcome {
    SOUND,
    BROKEN
  }

  @Override
  void close();
}
