package io.orrery.engine.trigger;

import java.time.Instant;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/// A stretch of time with one offset from UTC, and the offsets of its neighbours. In epoch seconds
/// and seconds.
///
/// @param start inclusive; [#BEGINNING] when there is no earlier offset
/// @param end exclusive; [#NEVER] when there is no later offset
record Stretch(long start, long end, int before, int offset, int after) {

  static final long BEGINNING = Long.MIN_VALUE / 4;
  static final long NEVER = Long.MAX_VALUE / 4;

  /// The stretch that holds `second`.
  static Stretch at(ZoneRules rules, long second) {
    if (rules.isFixedOffset()) {
      int offset = rules.getOffset(Instant.EPOCH).getTotalSeconds();
      return new Stretch(BEGINNING, NEVER, offset, offset, offset);
    }
    // Both are null where the zone has no transition on that side.
    @Nullable ZoneOffsetTransition from =
        rules.previousTransition(Instant.ofEpochSecond(second + 1));
    @Nullable ZoneOffsetTransition to = rules.nextTransition(Instant.ofEpochSecond(second));
    int offset =
        from != null
            ? from.getOffsetAfter().getTotalSeconds()
            : rules.getOffset(Instant.ofEpochSecond(second)).getTotalSeconds();
    return new Stretch(
        from == null ? BEGINNING : from.toEpochSecond(),
        to == null ? NEVER : to.toEpochSecond(),
        from == null ? offset : from.getOffsetBefore().getTotalSeconds(),
        offset,
        to == null ? offset : to.getOffsetAfter().getTotalSeconds());
  }

  /// Seconds of local time that this stretch's start leaps over; 0 or less when none.
  int gapAtStart() {
    return offset - before;
  }

  /// Seconds of local time that this stretch's start repeats; 0 or less when none.
  int overlapAtStart() {
    return before - offset;
  }

  /// Seconds of local time, at this stretch's end, that come again; 0 or less when none.
  int overlapAtEnd() {
    return offset - after;
  }
}
