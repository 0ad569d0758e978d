package io.orrery.store.sql;

import io.orrery.store.sql.Connections.Outcome;
import io.orrery.store.vnode.VnodeStore.Conflict;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/// One opened database, its schema up to date. All stores share it; whoever opened it closes it.
///
/// Safe for any number of threads. Calls block: on SQLite every write waits its turn for the one
/// writing connection, and native code holds the carrier of a virtual thread.
public final class Database implements AutoCloseable {

  private final Connections connections;
  private final int vnodes;
  private final AtomicLong tickets = new AtomicLong(); // turns of several vnodes draw from it

  private Database(Connections connections, int vnodes) {
    this.connections = connections;
    this.vnodes = vnodes;
  }

  /// Opens the database, makes it if it is not there, and brings its schema up to date.
  ///
  /// @throws IllegalStateException when another process has the file, or the schema is newer than
  ///   this program
  /// @throws StoreUnavailable when the database does not answer
  public static Database open(DatabaseConfig config) {
    Connections connections =
        switch (config) {
          case DatabaseConfig.Sqlite sqlite -> new SqliteConnections(sqlite);
          case DatabaseConfig.Postgresql postgresql -> new PostgresConnections(postgresql);
        };
    try {
      var vnodes = write(connections, session -> Migrations.apply(session, config.vnodes()));
      return new Database(connections, vnodes);
    } catch (RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  /// What is done in one transaction.
  interface Work<T> {
    T in(Session session) throws SQLException;
  }

  /// How many vnodes this database has.
  public int vnodes() {
    return vnodes;
  }

  /// A number that names one turn: never given twice while this database is open, from 1.
  long nextTicket() {
    return tickets.incrementAndGet();
  }

  Dialect dialect() {
    return connections.dialect();
  }

  /// Does `work` in one read-only transaction: all that it sees is of one instant.
  <T> T read(Work<T> work) {
    Session session;
    try {
      session = connections.reader();
    } catch (SQLException e) {
      throw translated(connections.dialect(), e);
    }
    var outcome = Outcome.BROKEN;
    try {
      var result = work.in(session);
      session.connection().rollback();
      outcome = Outcome.SOUND;
      return result;
    } catch (SQLException e) {
      rollBack(session, e);
      throw translated(connections.dialect(), e);
    } catch (RuntimeException e) {
      rollBack(session, e);
      throw e;
    } finally {
      connections.giveBackReader(session, outcome);
    }
  }

  /// Does `work` in one durable transaction: when this returns it is committed, when it throws
  /// nothing was written, unless the connection broke during the commit itself ([StoreUnavailable];
  /// then it may be either).
  <T> T write(Work<T> work) {
    return write(connections, work);
  }

  private static <T> T write(Connections connections, Work<T> work) {
    Session session;
    try {
      session = connections.writer();
    } catch (SQLException e) {
      throw translated(connections.dialect(), e);
    }
    var outcome = Outcome.BROKEN;
    try {
      var result = work.in(session);
      session.connection().commit();
      outcome = Outcome.SOUND;
      return result;
    } catch (SQLException e) {
      rollBack(session, e);
      throw translated(connections.dialect(), e);
    } catch (RuntimeException e) {
      rollBack(session, e);
      throw e;
    } finally {
      connections.giveBackWriter(session, outcome);
    }
  }

  /// The session is not used again: a batch that failed in the middle keeps rows.
  private static void rollBack(Session session, Exception because) {
    try {
      session.connection().rollback();
    } catch (SQLException e) {
      because.addSuppressed(e);
    }
  }

  private static RuntimeException translated(Dialect dialect, SQLException e) {
    if (dialect.mayPass(e)) {
      return new StoreUnavailable("the database did not answer: " + e.getMessage(), e);
    }
    var message = "the database refused: " + e.getMessage();
    return dialect.isConflict(e) ? new Conflict(message, e) : new IllegalStateException(message, e);
  }

  @Override
  public void close() {
    connections.close();
  }
}
