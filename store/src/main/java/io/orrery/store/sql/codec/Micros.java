package io.orrery.store.sql.codec;

import java.time.Instant;

/// Instants as microseconds since 1970; what is finer is dropped.
public final class Micros {

  private Micros() {}

  public static long of(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1000);
  }

  public static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000);
  }
}
