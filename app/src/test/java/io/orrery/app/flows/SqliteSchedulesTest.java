package io.orrery.app.flows;

import java.util.Optional;

final class SqliteSchedulesTest extends SchedulesContract {
  @Override
  Optional<String> database() {
    return Optional.empty();
  }
}
