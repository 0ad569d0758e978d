package io.orrery.app.wiring;

import io.orrery.server.port.Readiness;
import java.util.Map;

/// Whether this server can do its work: the database answers, and nobody has told it to stop.
final class Standing implements Readiness {

  private final Stores stores;
  private volatile boolean stopping;

  Standing(Stores stores) {
    this.stores = stores;
  }

  void stop() {
    stopping = true;
  }

  @Override
  public boolean stopping() {
    return stopping;
  }

  @Override
  public Map<String, String> troubles() {
    try {
      stores.leases().vnodes();
      stores.flows().namespaces();
      return Map.of();
    } catch (RuntimeException e) {
      return Map.of("database", String.valueOf(e.getMessage()));
    }
  }
}
