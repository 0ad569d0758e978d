package io.orrery.app.flows;

import java.util.Optional;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PostgresWorkerTriggersTest extends WorkerTriggersContract {

  @RegisterExtension static final PostgresServer SERVER = new PostgresServer();

  @Override
  Optional<String> database() {
    return SERVER.database();
  }
}
