package io.orrery.expression.bound;

import io.orrery.expression.ExpressionException;
import java.time.Duration;
import java.util.function.LongSupplier;

/// A text that counts how often it is looked at, and refuses when that takes too long.
///
/// A regular expression that backtracks for ever cannot be interrupted, but it must read its text.
final class WatchedText implements CharSequence {

  private static final int READS_PER_LOOK = 4096;

  private final CharSequence text;
  private final LongSupplier nanoClock;
  private final Duration timeMax;
  private final long startNanos;
  private int reads;

  WatchedText(CharSequence text, LongSupplier nanoClock, Duration timeMax) {
    this.text = text;
    this.nanoClock = nanoClock;
    this.timeMax = timeMax;
    this.startNanos = nanoClock.getAsLong();
  }

  @Override
  public char charAt(int index) {
    if (++reads >= READS_PER_LOOK) {
      reads = 0;
      if (nanoClock.getAsLong() - startNanos > timeMax.toNanos()) {
        throw new ExpressionException("a regular expression may take at most " + timeMax, 0);
      }
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.subSequence(start, end);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
