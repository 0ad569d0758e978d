package io.orrery.store.contract;

import io.orrery.store.sql.DatabaseConfig;
import java.nio.file.Path;

final class PostgresRecordsTest extends RecordsContract {
  @Override
  DatabaseConfig fresh(Path directory) {
    return Databases.postgresql();
  }
}
