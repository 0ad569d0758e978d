package io.orrery.engine.trigger;

import io.orrery.model.flow.TriggerDef.DstRule;
import io.orrery.model.flow.TriggerDef.DstRule.Gap;
import io.orrery.model.flow.TriggerDef.DstRule.Overlap;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneRules;
import java.time.zone.ZoneRulesProvider;
import java.util.Optional;

/// The slots of a cron in a zone: local times made instants.
///
/// Time is cut into stretches of one offset. Inside a stretch local time runs straight, so a slot
/// is a local match minus the offset. Only what happens at a stretch's edges needs a rule:
///
/// - A cron with matches in every hour of the day follows the real clock, whatever the rule says:
///   nothing in a gap, both copies in an overlap.
/// - Any other cron names local times, and each of them has one slot: in an overlap one of the two
///   copies is left out (`FIRST` drops it at the start of the later stretch, `SECOND` at the end of
///   the earlier one); in a gap the times leapt over go to the gap's end, or an offset later
///   (`SHIFT`), or nowhere (`SKIP`). Several that meet at one instant are one slot with a weight.
/// - A gap longer than three hours moved the date line: those local times never were.
///
/// Next, previous and count look at the same windows of the same stretches, so they agree: for each
/// slot `t`, `previous(next(t)) = t`.
public record Timetable(Cron cron, ZoneId zone, DstRule rule) implements Slots {

  private static final long NONE = Cron.NONE;
  private static final int GAP_SECONDS_MAX = 3 * 3600;

  /// More than any two offsets differ, with a date line between them.
  private static final long OFFSETS_SPAN = 2L * Cron.DAY_SECONDS;

  private static final Duration COUNT_SPAN_MAX = Duration.ofDays(1000 * 366L);

  /// The version of the zone rules in this JVM: with another one, the same timetable may have other
  /// slots.
  public static String tzdata() {
    return ZoneRulesProvider.getVersions("UTC").lastKey();
  }

  @Override
  public Optional<Instant> next(Instant after) {
    long slot = atOrAfter(after.getEpochSecond() + 1);
    if (slot == NONE) return Optional.empty();
    if (slot <= after.getEpochSecond()) {
      throw new IllegalStateException(this + ": next slot " + slot + " is not after " + after);
    }
    return Optional.of(Instant.ofEpochSecond(slot));
  }

  @Override
  public Optional<Instant> previous(Instant before) {
    long second = before.getEpochSecond();
    long slot = atOrBefore(before.getNano() > 0 ? second : second - 1);
    return slot == NONE ? Optional.empty() : Optional.of(Instant.ofEpochSecond(slot));
  }

  /// How many slots lie in `[from, to)`; slots more than a thousand years after `from` are not
  /// counted.
  @Override
  public long count(Instant from, Instant to) {
    var end =
        Duration.between(from, to).compareTo(COUNT_SPAN_MAX) > 0 ? from.plus(COUNT_SPAN_MAX) : to;
    long last = ceiling(end);
    long count = 0;
    for (long second = ceiling(from); second < last; ) {
      var stretch = stretch(second);
      long until = Math.min(last, stretch.end());
      count += countMain(stretch, second, until) + countMoved(stretch, second, until);
      second = until;
    }
    return count;
  }

  @Override
  public int weight(Instant slot) {
    long second = slot.getEpochSecond();
    if (slot.getNano() != 0) return 0;
    var stretch = stretch(second);
    int main = isMain(stretch, second) ? 1 : 0;
    return switch (gap(stretch)) {
      case AT_GAP_END -> second == stretch.start() ? main + (int) countLeapt(stretch) : main;
      case SHIFT -> isShifted(stretch, second) ? main + 1 : main;
      case SKIP -> main;
    };
  }

  private long atOrAfter(long from) {
    long second = from;
    while (true) {
      var stretch = stretch(second);
      long local = cron.nextLocal(Math.max(second, mainStart(stretch)) + stretch.offset());
      long main = local == NONE ? NONE : local - stretch.offset();
      if (main >= mainEnd(stretch)) main = NONE;
      long moved = nextMoved(stretch, second);
      if (main != NONE || moved != NONE) {
        return main == NONE ? moved : moved == NONE ? main : Math.min(main, moved);
      }
      if (stretch.end() == Stretch.NEVER) return NONE;
      second = stretch.end();
      // Behind an overlap earlier local times come again, so nothing may be leapt over there.
      if (stretch.overlapAtEnd() > 0) continue;
      if (local == NONE) return NONE;
      second = Math.max(second, local - stretch.offset() - OFFSETS_SPAN);
    }
  }

  private long atOrBefore(long from) {
    long second = from;
    while (true) {
      var stretch = stretch(second);
      long local = cron.previousLocal(Math.min(second, mainEnd(stretch) - 1) + stretch.offset());
      long main = local == NONE ? NONE : local - stretch.offset();
      if (main < mainStart(stretch)) main = NONE;
      if (main > stretch.start() + GAP_SECONDS_MAX) return main;
      long slot = Math.max(main, previousMoved(stretch, second));
      if (slot != NONE) return slot;
      if (stretch.start() == Stretch.BEGINNING) return NONE;
      second = stretch.start() - 1;
      if (stretch.overlapAtStart() > 0) continue;
      if (local == NONE) return NONE;
      second = Math.min(second, local - stretch.offset() + OFFSETS_SPAN);
    }
  }

  /// The first second of the stretch whose local time is its own.
  private long mainStart(Stretch stretch) {
    boolean repeats = overlap() == Overlap.FIRST && stretch.overlapAtStart() > 0;
    return repeats ? stretch.start() + stretch.overlapAtStart() : stretch.start();
  }

  /// The first second behind those whose local time is the stretch's own.
  private long mainEnd(Stretch stretch) {
    boolean comesAgain = overlap() == Overlap.SECOND && stretch.overlapAtEnd() > 0;
    return comesAgain ? stretch.end() - stretch.overlapAtEnd() : stretch.end();
  }

  private boolean isMain(Stretch stretch, long second) {
    return second >= mainStart(stretch)
        && second < mainEnd(stretch)
        && cron.matches(second + stretch.offset());
  }

  private long countMain(Stretch stretch, long from, long to) {
    long start = Math.max(from, mainStart(stretch)) + stretch.offset();
    return cron.countLocal(start, Math.min(to, mainEnd(stretch)) + stretch.offset());
  }

  /// The first slot at or after `second` that the gap at the stretch's start moved there.
  private long nextMoved(Stretch stretch, long second) {
    return switch (gap(stretch)) {
      case SKIP -> NONE;
      case AT_GAP_END ->
          second <= stretch.start() && countLeapt(stretch) > 0 ? stretch.start() : NONE;
      case SHIFT -> {
        long start = Math.max(second, stretch.start());
        if (start >= stretch.start() + stretch.gapAtStart()) yield NONE;
        long local = cron.nextLocal(start + stretch.before());
        yield local == NONE || local >= gapEndLocal(stretch) ? NONE : local - stretch.before();
      }
    };
  }

  /// The last slot at or before `second` that the gap at the stretch's start moved there.
  private long previousMoved(Stretch stretch, long second) {
    return switch (gap(stretch)) {
      case SKIP -> NONE;
      case AT_GAP_END -> countLeapt(stretch) > 0 ? stretch.start() : NONE;
      case SHIFT -> {
        long start = Math.min(second, stretch.start() + stretch.gapAtStart() - 1);
        long local = cron.previousLocal(start + stretch.before());
        boolean leapt = local != NONE && local >= stretch.start() + stretch.before();
        yield leapt ? local - stretch.before() : NONE;
      }
    };
  }

  /// How many slots in `[from, to)` the gap at the stretch's start moved there, those aside that
  /// fall on a slot of the stretch's own.
  private long countMoved(Stretch stretch, long from, long to) {
    long count = 0;
    for (long second = nextMoved(stretch, from);
        second != NONE && second < to;
        second = nextMoved(stretch, second + 1)) {
      if (!isMain(stretch, second)) count++;
    }
    return count;
  }

  private boolean isShifted(Stretch stretch, long second) {
    return second < stretch.start() + stretch.gapAtStart()
        && cron.matches(second + stretch.before());
  }

  private long countLeapt(Stretch stretch) {
    return cron.countLocal(stretch.start() + stretch.before(), gapEndLocal(stretch));
  }

  private static long gapEndLocal(Stretch stretch) {
    return stretch.start() + stretch.offset();
  }

  private Gap gap(Stretch stretch) {
    int seconds = stretch.gapAtStart();
    boolean none = seconds <= 0 || seconds > GAP_SECONDS_MAX;
    return none || cron.everyHour() ? Gap.SKIP : rule.gap();
  }

  private Overlap overlap() {
    return cron.everyHour() ? Overlap.BOTH : rule.overlap();
  }

  private Stretch stretch(long second) {
    ZoneRules rules = zone.getRules();
    return Stretch.at(rules, second);
  }

  private static long ceiling(Instant instant) {
    return instant.getNano() > 0 ? instant.getEpochSecond() + 1 : instant.getEpochSecond();
  }
}
