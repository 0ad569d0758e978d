package io.orrery.app.flows;

import java.util.Optional;

final class SqliteFlowsTest extends FlowsContract {
  @Override
  Optional<String> database() {
    return Optional.empty();
  }
}
