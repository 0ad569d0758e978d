package io.orrery.store.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TempStore;
import org.sqlite.SQLiteConfig.TransactionMode;

/// One SQLite file: a connection that writes, a few that read beside it (WAL), and a lock on a file
/// next to it, so that no second process takes it. The lock dies with the process.
final class SqliteConnections implements Connections {

  private final Path file;
  private final int busyTimeoutMs;
  private final FileChannel lock;
  private final ReentrantLock writing = new ReentrantLock(true);
  private final Semaphore reading;
  private final Deque<Session> idleReaders = new ArrayDeque<>();
  private @Nullable Session writer;
  private boolean closed;

  SqliteConnections(DatabaseConfig.Sqlite config) {
    file = config.file().toAbsolutePath();
    busyTimeoutMs = Math.toIntExact(config.busyTimeout().toMillis());
    reading = new Semaphore(config.readers(), true);
    lock = locked(file);
  }

  private static FileChannel locked(Path file) {
    var beside = file.resolveSibling(file.getFileName() + ".lock");
    try {
      var directory = file.getParent();
      if (directory != null) {
        Files.createDirectories(directory);
      }
      var channel =
          FileChannel.open(
              beside, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (!tryLock(channel)) {
        var holder = holder(channel);
        channel.close();
        throw new IllegalStateException(
            "database %s is in use by %s; stop that one, or use another file"
                .formatted(file, holder));
      }
      var name = "process " + ProcessHandle.current().pid();
      channel.truncate(0).write(ByteBuffer.wrap(name.getBytes(StandardCharsets.UTF_8)), 0);
      return channel;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock " + beside + ": " + e.getMessage(), e);
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // held by this very process
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    var bytes = ByteBuffer.allocate(64);
    channel.read(bytes, 0);
    var name = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).strip();
    return name.isEmpty() ? "another process" : name;
  }

  @Override
  public Dialect dialect() {
    return Dialect.SQLITE;
  }

  @Override
  public Session writer() throws SQLException {
    writing.lock();
    try {
      if (closed) {
        throw new IllegalStateException("database " + file + " is closed");
      }
      if (writer == null) {
        writer = open(false);
      }
      return writer;
    } catch (SQLException | RuntimeException e) {
      writing.unlock();
      throw e;
    }
  }

  @Override
  public void giveBackWriter(Session session, Outcome outcome) {
    try {
      if (outcome == Outcome.BROKEN) {
        writer = null;
        discard(session);
      }
    } finally {
      writing.unlock();
    }
  }

  @Override
  public Session reader() throws SQLException {
    reading.acquireUninterruptibly();
    try {
      synchronized (idleReaders) {
        if (closed) {
          throw new IllegalStateException("database " + file + " is closed");
        }
        var idle = idleReaders.poll();
        if (idle != null) {
          return idle;
        }
      }
      return open(true);
    } catch (SQLException | RuntimeException e) {
      reading.release();
      throw e;
    }
  }

  @Override
  public void giveBackReader(Session session, Outcome outcome) {
    try {
      synchronized (idleReaders) {
        if (outcome == Outcome.SOUND && !closed) {
          idleReaders.push(session);
          return;
        }
      }
      discard(session);
    } finally {
      reading.release();
    }
  }

  private Session open(boolean readOnly) throws SQLException {
    var config = new SQLiteConfig();
    config.setReadOnly(readOnly);
    config.setBusyTimeout(busyTimeoutMs);
    config.setTempStore(TempStore.MEMORY);
    config.setPragma(SQLiteConfig.Pragma.MMAP_SIZE, "268435456");
    if (readOnly) {
      config.setCacheSize(-4096); // KiB
    } else {
      config.setJournalMode(JournalMode.WAL);
      config.setSynchronous(SynchronousMode.FULL);
      config.setTransactionMode(TransactionMode.IMMEDIATE);
      config.setCacheSize(-65536);
      config.setPragma(SQLiteConfig.Pragma.JOURNAL_SIZE_LIMIT, "67108864");
    }
    var connection = config.createConnection("jdbc:sqlite:" + file);
    try {
      if (!readOnly) {
        try (var statement = connection.createStatement()) {
          statement.execute("pragma wal_autocheckpoint = 4000");
        }
      }
      connection.setAutoCommit(false);
      return new Session(connection, Dialect.SQLITE);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private static void discard(Session session) {
    try {
      session.close();
    } catch (SQLException e) {
      // It was broken or is no longer wanted: there is nothing left to lose.
      return;
    }
  }

  @Override
  public void close() {
    writing.lock();
    try {
      synchronized (idleReaders) {
        closed = true;
        idleReaders.forEach(SqliteConnections::discard);
        idleReaders.clear();
      }
      if (writer != null) {
        discard(writer); // the last one to go also empties the log into the file
        writer = null;
      }
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      writing.unlock();
    }
  }
}
