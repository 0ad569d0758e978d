package io.orrery.app.flows;

import java.util.Optional;

final class SqliteTriggersTest extends TriggersContract {
  @Override
  Optional<String> database() {
    return Optional.empty();
  }
}
