package io.orrery.expression.bound;

import io.orrery.expression.ExpressionException;
import java.util.function.LongSupplier;

/// What one rendering has used so far. Belongs to one thread.
///
/// Everything that can repeat tells it so; it answers with an [ExpressionException] as soon as a
/// bound is passed. The clock is read once every 256 steps, so a short template never reads it.
public final class Budget {

  private static final long STEPS_PER_LOOK = 256;
  private static final int CHARS_PER_STEP = 64;

  private final Bounds bounds;
  private final LongSupplier nanoClock;
  private long steps;
  private long nextLook = STEPS_PER_LOOK;
  private boolean started;
  private long startNanos;
  private int callDepth;

  /// @param nanoClock elapsed time in nanoseconds; only differences count
  public Budget(Bounds bounds, LongSupplier nanoClock) {
    this.bounds = bounds;
    this.nanoClock = nanoClock;
  }

  public Bounds bounds() {
    return bounds;
  }

  /// One more pass, call or member.
  public void step() {
    if (++steps >= nextLook) {
      look();
    }
  }

  /// Work that grows with a text: a search through it, a copy of it.
  public void work(long chars) {
    steps += 1 + chars / CHARS_PER_STEP;
    if (steps >= nextLook) {
      look();
    }
  }

  /// Whether so many characters may be made.
  public void chars(long chars) {
    if (chars > bounds.textCharsMax()) {
      throw new ExpressionException(
          "a text may have at most "
              + bounds.textCharsMax()
              + " characters, this one would have "
              + chars,
          0);
    }
  }

  /// Whether so many items may be put together.
  public void items(long items) {
    if (items > bounds.itemsMax()) {
      throw new ExpressionException(
          "a value may have at most " + bounds.itemsMax() + " items, this one would have " + items,
          0);
    }
  }

  /// Whether lists and maps may be so deep inside one another.
  public void nesting(int depth) {
    if (depth > bounds.nestingMax()) {
      throw new ExpressionException(
          "lists and maps may be nested at most " + bounds.nestingMax() + " deep", 0);
    }
  }

  /// Before the body of a macro, of a block, or a nested rendering; [#leave] after it.
  public void enter() {
    step();
    if (++callDepth > bounds.callDepthMax()) {
      throw new ExpressionException(
          "macros, blocks and render() may be nested at most " + bounds.callDepthMax() + " deep",
          0);
    }
  }

  public void leave() {
    callDepth--;
  }

  /// A text for a regular expression: matching it stops when its time is over.
  public CharSequence watched(CharSequence text) {
    work(text.length());
    return new WatchedText(text, nanoClock, bounds.regexTimeMax());
  }

  /// Looks at the clock now, whatever the number of steps.
  public void look() {
    nextLook = steps + STEPS_PER_LOOK;
    if (steps > bounds.stepsMax()) {
      throw new ExpressionException(
          "a template may take at most " + bounds.stepsMax() + " steps", 0);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new ExpressionException("rendering was interrupted", 0);
    }
    long now = nanoClock.getAsLong();
    if (!started) {
      started = true;
      startNanos = now;
    } else if (now - startNanos > bounds.timeMax().toNanos()) {
      throw new ExpressionException("a template may take at most " + bounds.timeMax(), 0);
    }
  }
}
