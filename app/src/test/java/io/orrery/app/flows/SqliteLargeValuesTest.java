package io.orrery.app.flows;

import java.util.Optional;

final class SqliteLargeValuesTest extends LargeValuesContract {
  @Override
  Optional<String> database() {
    return Optional.empty();
  }
}
