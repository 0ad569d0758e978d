package io.orrery.expression.bound;

import java.time.Duration;

/// The sizes of what one rendering may use.
///
/// @param textCharsMax characters of the output, and of any text made on the way
/// @param itemsMax items of one list or map made by the template, and members of a whole nested
///   value
/// @param stepsMax loop passes, calls and visited members, added up
/// @param timeMax how long one rendering may take; looked at every few hundred steps
/// @param regexTimeMax how long one match of a regular expression may take
/// @param callDepthMax macros, blocks and `render()` inside one another
/// @param nestingMax lists and maps inside one another
/// @param passesMax how often recursive rendering looks at its own output again
public record Bounds(
    int textCharsMax,
    int itemsMax,
    long stepsMax,
    Duration timeMax,
    Duration regexTimeMax,
    int callDepthMax,
    int nestingMax,
    int passesMax) {

  /// Far above what flows need; Kestra's own figures where it has one (100 passes, 10 s for a
  /// regular expression).
  public static final Bounds DEFAULT =
      new Bounds(
          16 * 1024 * 1024,
          1_000_000,
          10_000_000,
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          50,
          200,
          100);

  public Bounds {
    if (textCharsMax < 1 || itemsMax < 1 || stepsMax < 1 || callDepthMax < 1) {
      throw new IllegalArgumentException("a bound must be at least 1");
    }
    if (nestingMax < 1 || passesMax < 1) {
      throw new IllegalArgumentException("a bound must be at least 1");
    }
    if (!timeMax.isPositive() || !regexTimeMax.isPositive()) {
      throw new IllegalArgumentException("a time bound must be positive");
    }
  }
}
