package io.orrery.server.port;

import java.util.Map;

/// Whether the server can do its work now.
@FunctionalInterface
public interface Readiness {

  /// It was told to stop: it finishes what it has begun, and should get nothing new.
  default boolean stopping() {
    return false;
  }

  /// What is wrong, by component (`database`), in order; empty when all is well. Must answer fast.
  Map<String, String> troubles();
}
