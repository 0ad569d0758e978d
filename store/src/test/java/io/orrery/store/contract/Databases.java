package io.orrery.store.contract;

import io.orrery.store.sql.DatabaseConfig;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/// Fresh databases to test on.
public final class Databases {

  /// System property with `on` for a server that measures as in production.
  public static final String FSYNC = "orrery.test.fsync";

  private Databases() {}

  public static DatabaseConfig sqlite(Path directory) {
    return DatabaseConfig.parse("sqlite:" + directory.resolve("orrery.db")).withVnodes(8);
  }

  /// A new database on a server that all tests of this JVM share.
  public static DatabaseConfig postgresql() {
    var name = "test" + Server.COUNT.incrementAndGet();
    try (var connection = Server.POSTGRES.getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      statement.execute("create database " + name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return DatabaseConfig.parse(
            "postgresql://postgres:postgres@localhost:%d/%s"
                .formatted(Server.POSTGRES.getPort(), name))
        .withVnodes(8);
  }

  /// Started when first asked for; stopped with the JVM.
  private static final class Server {
    static final AtomicInteger COUNT = new AtomicInteger();
    static final EmbeddedPostgres POSTGRES = start();

    private static EmbeddedPostgres start() {
      try {
        // Tests kill no server, so nothing rests on the disk: creating and stopping is quicker so.
        return EmbeddedPostgres.builder()
            .setServerConfig("fsync", System.getProperty(FSYNC, "off"))
            .start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
