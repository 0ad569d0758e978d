package io.orrery.app.wiring;

import io.orrery.app.config.Secret;
import io.orrery.app.config.ServerConfig;
import io.orrery.store.sql.DatabaseConfig;
import java.time.Duration;
import java.util.Optional;

/// The database that the configuration names.
final class Databases {

  private static final Duration LEASE_TTL = Duration.ofSeconds(10);

  private Databases() {}

  /// User and password may be apart from the URL.
  static DatabaseConfig named(ServerConfig.Database given) {
    return switch (DatabaseConfig.parse(given.url())) {
      case DatabaseConfig.Sqlite file -> file;
      case DatabaseConfig.Postgresql server ->
          new DatabaseConfig.Postgresql(
              server.url(),
              given.user().or(server::user),
              given.password().map(Secret::reveal).or(server::password),
              server.connections(),
              server.statementTimeout(),
              server.vnodes());
    };
  }

  /// A database file is ours alone; a server's is shared, so what we hold there must be renewed.
  static Optional<Duration> leaseTtl(DatabaseConfig config) {
    return switch (config) {
      case DatabaseConfig.Sqlite _ -> Optional.empty();
      case DatabaseConfig.Postgresql _ -> Optional.of(LEASE_TTL);
    };
  }
}
