package io.orrery.store.contract;

import io.orrery.store.sql.DatabaseConfig;
import java.nio.file.Path;

final class SqliteSpacesTest extends SpacesContract {
  @Override
  DatabaseConfig fresh(Path directory) {
    return Databases.sqlite(directory);
  }
}
