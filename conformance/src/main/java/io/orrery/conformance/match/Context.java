package io.orrery.conformance.match;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.function.Function;

/// What matchers may ask beside the two values.
///
/// @param reference the moment that `$now` counts from: when the step began
/// @param clock the moment that `$nowBetween` and `$isNow` count from: when the value is looked at
/// @param zone in which a date without an offset is read and `now` is printed
/// @param outputs the value named by a reference such as `task[x/y].name`
public record Context(
    Instant reference,
    InstantSource clock,
    ZoneId zone,
    Function<String, Optional<Object>> outputs) {

  public static Context at(Instant now) {
    return new Context(
        now, InstantSource.fixed(now), ZoneOffset.UTC, reference -> Optional.empty());
  }

  public Context withReference(Instant moment) {
    return new Context(moment, clock, zone, outputs);
  }

  public Context withOutputs(Function<String, Optional<Object>> lookup) {
    return new Context(reference, clock, zone, lookup);
  }
}
