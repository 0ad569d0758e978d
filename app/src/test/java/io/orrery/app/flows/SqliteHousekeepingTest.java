package io.orrery.app.flows;

import java.util.Optional;

final class SqliteHousekeepingTest extends HousekeepingContract {
  @Override
  Optional<String> database() {
    return Optional.empty();
  }
}
