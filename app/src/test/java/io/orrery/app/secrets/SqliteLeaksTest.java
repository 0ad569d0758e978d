package io.orrery.app.secrets;

import java.util.Map;
import java.util.Optional;

final class SqliteLeaksTest extends LeaksContract {
  @Override
  Optional<String> database() {
    return Optional.empty();
  }

  @Override
  Map<String, String> dump() {
    return Map.of();
  }
}
