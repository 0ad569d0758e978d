package io.orrery.store.contract;

import io.orrery.store.sql.DatabaseConfig;
import java.nio.file.Path;

final class PostgresLedgerTest extends LedgerContract {
  @Override
  DatabaseConfig fresh(Path directory) {
    return Databases.postgresql();
  }
}
