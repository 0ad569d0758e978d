package io.orrery.app.flows;

import java.util.Optional;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresHousekeepingTest extends HousekeepingContract {

  @RegisterExtension static final PostgresServer SERVER = new PostgresServer();

  @Override
  Optional<String> database() {
    return SERVER.database();
  }
}
