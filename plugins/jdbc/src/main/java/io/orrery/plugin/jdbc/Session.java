package io.orrery.plugin.jdbc;

import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// A connection while statements run on it. One thread works; another may [#gently] stop it.
final class Session implements AutoCloseable, Interruptibly.Stop {

  private final Connection connection;
  private final Source source;
  private final RunContext context;
  private volatile @Nullable PreparedStatement running;
  private volatile boolean stopped;

  /// Whether what statements do is kept one by one, or all at [#commit].
  enum Mode {
    EACH,
    ALL
  }

  /// Work on an open session.
  interface Work<T> {
    T on(Session session) throws SQLException, IOException;
  }

  private Session(Connection connection, Source source, RunContext context) {
    this.connection = connection;
    this.source = source;
    this.context = context;
  }

  /// Connects, works and closes. Work that fails undoes its transaction. An interrupt cancels the
  /// statement that runs.
  ///
  /// @throws TaskFailure when the database refuses something
  static <T> T with(Source source, Mode mode, RunContext context, Work<T> work) throws Exception {
    var opened = new Opening();
    return Interruptibly.run(() -> run(source, mode, context, work, opened), opened);
  }

  /// The session, once there is one; stopped before that, it is stopped as soon as it is there.
  private static final class Opening implements Interruptibly.Stop {
    private @Nullable Session session;
    private boolean stop;

    synchronized void opened(Session open) {
      session = open;
      if (stop) {
        open.gently();
      }
    }

    @Override
    public synchronized void gently() {
      stop = true;
      if (session != null) {
        session.gently();
      }
    }

    @Override
    public synchronized void hard() {
      if (session != null) {
        session.hard();
      }
    }
  }

  private static <T> T run(
      Source source, Mode mode, RunContext context, Work<T> work, Opening opening)
      throws IOException {
    try (var connection = DriverManager.getConnection(source.url(), source.properties());
        var session = new Session(connection, source, context)) {
      opening.opened(session);
      connection.setAutoCommit(mode == Mode.EACH);
      var done = work.on(session);
      session.commit();
      return done;
    } catch (SQLException e) {
      throw new TaskFailure(message(e, source, context), e);
    }
  }

  /// A driver that is not there is told of by the whole address; so the address is left out.
  private static String message(SQLException e, Source source, RunContext context) {
    var said = e.getMessage();
    if (said == null || said.contains(source.url())) {
      said = "there is no driver for such an address, or it does not understand the address";
    }
    var state = e.getSQLState();
    return context.masked(said) + (state == null ? "" : " (SQLSTATE " + state + ")");
  }

  void steady() throws SQLException {
    source.dialect().steady(connection);
  }

  private void commit() throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.commit();
    }
  }

  /// Runs a statement and takes what it answers.
  Answer ask(Asked.Bound bound, Taking taking) throws SQLException, IOException {
    try (var statement =
        connection.prepareStatement(
            bound.sql(), ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
      running = statement;
      if (stopped) {
        throw new SQLException("stopped before the statement began");
      }
      for (int i = 0; i < bound.arguments().size(); i++) {
        source.dialect().bind(statement, i + 1, bound.arguments().get(i));
      }
      taking.prepare(statement);
      if (!statement.execute()) {
        return Answer.changed(Math.max(0, statement.getUpdateCount()));
      }
      try (var rows = statement.getResultSet()) {
        return taking.take(rows, source.dialect(), context);
      }
    } finally {
      running = null;
    }
  }

  @Override
  public void gently() {
    stopped = true;
    var statement = running;
    if (statement == null) {
      return;
    }
    try {
      statement.cancel();
    } catch (SQLException e) {
      context.logger().debug("the statement could not be cancelled: {}", e.getMessage());
    }
  }

  @Override
  public void hard() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      context.logger().debug("the connection could not be cut: {}", e.getMessage());
    }
  }

  /// Undoes what was not committed; the connection is closed by whoever opened it.
  @Override
  public void close() {
    try {
      if (!connection.isClosed() && !connection.getAutoCommit()) {
        connection.rollback();
      }
    } catch (SQLException e) {
      context.logger().debug("the transaction could not be undone: {}", e.getMessage());
    }
  }
}
