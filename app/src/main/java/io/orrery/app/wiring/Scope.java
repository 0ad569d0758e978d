package io.orrery.app.wiring;

import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Owns what was opened, and closes it in reverse: at the end, and when opening the next thing
/// fails.
final class Scope implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Scope.class);

  private final ArrayDeque<AutoCloseable> owned = new ArrayDeque<>();

  <T extends AutoCloseable> T own(T thing) {
    owned.push(thing);
    return thing;
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      var thing = owned.pop();
      try {
        thing.close();
      } catch (Exception e) { // each gets its chance, whatever the one before it did
        log.warn("{} did not close well", thing.getClass().getSimpleName(), e);
      }
    }
  }
}
