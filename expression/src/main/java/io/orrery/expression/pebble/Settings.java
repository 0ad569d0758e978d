package io.orrery.expression.pebble;

import io.orrery.expression.bound.Bounds;
import java.security.SecureRandom;
import java.time.ZoneId;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// How templates behave in one process.
///
/// @param zone of moments that do not say theirs
/// @param locale of names of days and months, of numbers, of upper and lower case
/// @param recursive whether what a variable holds is rendered too (Kestra's
///   `kestra.variables.recursive-rendering`); then there is no `render()`
/// @param random for ids, random numbers and the nonces of `encrypt`: must not be predictable
/// @param nanoClock elapsed time in nanoseconds, for the bounds
public record Settings(
    ZoneId zone,
    Locale locale,
    boolean recursive,
    Bounds bounds,
    RandomGenerator random,
    LongSupplier nanoClock) {

  /// Not recursive, with the default bounds.
  public static Settings of(ZoneId zone, Locale locale) {
    return new Settings(zone, locale, false, Bounds.DEFAULT, new SecureRandom(), System::nanoTime);
  }

  public Settings rendersRecursively() {
    return new Settings(zone, locale, true, bounds, random, nanoClock);
  }

  public Settings within(Bounds otherBounds) {
    return new Settings(zone, locale, recursive, otherBounds, random, nanoClock);
  }
}
