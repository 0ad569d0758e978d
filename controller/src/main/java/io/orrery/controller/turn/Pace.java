package io.orrery.controller.turn;

import io.orrery.engine.trigger.Fire.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What has kept a loop from its work, and when: so that a slot that is found late can say why. Two
/// clocks tell it: the wall clock, which may be set, and elapsed time, which only moves forward.
/// Used by the loop's thread alone.
final class Pace {

  private static final Logger log = LoggerFactory.getLogger(Pace.class);
  private static final int REMEMBERED_MAX = 16;

  /// What is shorter keeps nothing late.
  private static final Duration LONG = Duration.ofSeconds(2);

  /// Between `from` and `to` by the wall clock, nothing was decided because of `cause`.
  private record Disturbance(Cause cause, Instant from, Instant to) {}

  private final Supplier<Duration> elapsed;
  private final ArrayDeque<Disturbance> remembered = new ArrayDeque<>();
  private @Nullable Instant seenWall;
  private Duration seenElapsed = Duration.ZERO;

  /// When the next turn was planned at the latest; null: when something comes in.
  private @Nullable Duration planned;

  private @Nullable Instant failingSince;
  private @Nullable Instant fullSince;
  private long clockHeld;

  Pace(Supplier<Duration> elapsed) {
    this.elapsed = elapsed;
  }

  Duration elapsed() {
    return elapsed.get();
  }

  /// A turn begins.
  void begins(Instant wall) {
    var now = elapsed.get();
    if (seenWall != null) {
      compare(seenWall, wall, now.minus(seenElapsed));
      if (planned != null && now.minus(planned).compareTo(LONG) > 0 && failingSince == null) {
        remember(Cause.STALL, wall.minus(now.minus(planned)), wall);
      }
    }
    seenWall = wall;
    seenElapsed = now;
    planned = now;
  }

  private void compare(Instant before, Instant wall, Duration passed) {
    var drift = Duration.between(before, wall).minus(passed);
    if (drift.compareTo(LONG) > 0) {
      log.warn("the clock was set forward by {}: what is due since then is late", drift);
      remember(Cause.CLOCK_JUMP, wall.minus(drift), wall);
    } else if (drift.negated().compareTo(LONG) > 0) {
      clockHeld++;
      log.warn("clock_held={} the clock was set back by {}: nothing fires twice", clockHeld, drift);
    }
  }

  /// A turn ends, and the next one is planned in `wait`; empty: when something comes in.
  void rests(Optional<Duration> wait) {
    planned = wait.map(elapsed.get()::plus).orElse(null);
  }

  /// A turn took all that one takes, or less.
  void took(boolean full, Instant wall) {
    if (!full) {
      fullSince = null;
      return;
    }
    if (fullSince == null) fullSince = wall;
    remember(Cause.CAPACITY, fullSince, wall);
  }

  /// The database did not keep a turn.
  void failed(Instant wall) {
    if (failingSince == null) failingSince = wall;
  }

  /// It did, after `time`.
  void committed(Instant wall, Duration time) {
    if (failingSince != null) {
      remember(Cause.DB_OUTAGE, failingSince, wall);
    } else if (time.compareTo(LONG) > 0) {
      remember(Cause.DB_OUTAGE, wall.minus(time), wall);
    }
    failingSince = null;
    planned = elapsed.get();
    seenWall = wall;
    seenElapsed = elapsed.get();
  }

  /// Why a slot that was due at `due` is found late now; [Cause#ON_TIME] when nothing is known of.
  Cause causeOf(Instant due) {
    for (var disturbance : remembered) {
      boolean within =
          !due.isBefore(disturbance.from().minus(LONG)) && !due.isAfter(disturbance.to());
      if (within) return disturbance.cause();
    }
    return Cause.ON_TIME;
  }

  /// How often the clock was set back.
  long clockHeld() {
    return clockHeld;
  }

  /// What goes on is one disturbance. The newest comes first.
  private void remember(Cause cause, Instant from, Instant to) {
    var last = remembered.peekFirst();
    if (last != null && last.cause() == cause && !from.isAfter(last.to())) {
      remembered.removeFirst();
      remembered.addFirst(new Disturbance(cause, last.from(), to));
      return;
    }
    remembered.addFirst(new Disturbance(cause, from, to));
    if (remembered.size() > REMEMBERED_MAX) remembered.removeLast();
  }
}
