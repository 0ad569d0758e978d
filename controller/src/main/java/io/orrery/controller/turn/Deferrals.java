package io.orrery.controller.turn;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What broke an invariant waits before it is tried again, longer each time: a fault of ours that
/// one execution or trigger meets must cost the others little. Used by the loop's thread alone.
final class Deferrals {

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration MAX = Duration.ofHours(1);
  private static final int REMEMBERED_MAX = 10_000;

  private record Wait(Duration length, Instant until) {}

  private final Map<Object, Wait> waits =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Wait> eldest) {
          return size() > REMEMBERED_MAX;
        }
      };

  /// It broke.
  ///
  /// @return when it may be tried again
  Instant broke(Object subject, Instant now) {
    var before = waits.remove(subject);
    var twice = before == null ? FIRST : before.length().multipliedBy(2);
    var length = twice.compareTo(MAX) > 0 ? MAX : twice;
    var until = now.plus(length);
    waits.put(subject, new Wait(length, until));
    return until;
  }

  /// Until when what is about `subject` has to wait; empty when it need not. A clock that was set
  /// back makes nothing wait longer than it would have.
  Optional<Instant> until(Object subject, Instant now) {
    return Optional.ofNullable(waits.get(subject))
        .filter(it -> now.isBefore(it.until()) && !now.isBefore(it.until().minus(it.length())))
        .map(Wait::until);
  }
}
