package io.orrery.app.flows;

import java.util.Optional;

final class SqliteLoopsTest extends LoopsContract {
  @Override
  Optional<String> database() {
    return Optional.empty();
  }
}
