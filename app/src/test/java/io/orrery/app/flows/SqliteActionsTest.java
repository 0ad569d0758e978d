package io.orrery.app.flows;

import java.util.Optional;

final class SqliteActionsTest extends ActionsContract {
  @Override
  Optional<String> database() {
    return Optional.empty();
  }
}
