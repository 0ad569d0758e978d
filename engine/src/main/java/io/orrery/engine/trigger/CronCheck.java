package io.orrery.engine.trigger;

import io.orrery.engine.trigger.MonthDays.Join;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import io.orrery.model.problem.Problem.Severity;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Says what is wrong with a cron text, and what its author may not expect of it.
public final class CronCheck {

  private CronCheck() {}

  /// @param severity an error refuses the text
  /// @param what one sentence
  /// @param mend what to do about it; may be empty
  public record Remark(Severity severity, String what, String mend) {}

  /// Empty when there is nothing to say. At most one error, and then nothing else.
  ///
  /// @param dialect Kestra's stands for Quartz's too, where only that can be meant
  public static List<Remark> check(String cron, CronDialect dialect, boolean withSeconds) {
    var meant = dialect == CronDialect.KESTRA ? Cron.detect(cron, withSeconds) : dialect;
    try {
      var read = Cron.parse(cron, meant, withSeconds);
      if (read.impossible()) return List.of(impossible());
      var remarks = new ArrayList<Remark>();
      remarkOnDayFields(cron, meant, remarks);
      remarkOnSkippedMonths(read, remarks);
      remarkOnSteps(cron, remarks);
      return remarks;
    } catch (CronProblem problem) {
      return List.of(new Remark(Severity.ERROR, problem.what(), problem.mend()));
    }
  }

  /// What the next two changes of the zone's offset do to the slots; empty when nothing.
  public static List<Remark> checkChanges(Cron cron, ZoneId zone, DstRule rule, Instant now) {
    var remarks = new ArrayList<Remark>();
    if (cron.everyHour()) return remarks;
    @Nullable ZoneOffsetTransition change = zone.getRules().nextTransition(now);
    for (int i = 0; i < 2 && change != null; i++) {
      remarkOnChange(cron, change, rule).ifPresent(remarks::add);
      change = zone.getRules().nextTransition(change.getInstant());
    }
    return remarks;
  }

  private static Remark impossible() {
    return new Remark(
        Severity.ERROR,
        "The cron never fires: no month that it names has a day that it names.",
        "Change the day of month or the month field.");
  }

  /// Unix reads `*/2` beside another day field as "both", Kestra as "either".
  private static void remarkOnDayFields(String cron, CronDialect dialect, List<Remark> remarks) {
    if (dialect == CronDialect.QUARTZ) return;
    var words = CronParser.words(cron);
    if (words.size() < 5) return;
    var day = words.get(words.size() - 3);
    var weekday = words.getLast();
    boolean both = !isStar(day) && !isStar(weekday);
    if (!both || !(day.startsWith("*/") || weekday.startsWith("*/"))) return;
    var joined = dialect == CronDialect.UNIX ? "both fields" : "either field";
    remarks.add(
        warning(
            "Day of month '"
                + day
                + "' and day of week '"
                + weekday
                + "' are joined differently by"
                + " cron programs; here a day must match "
                + joined
                + ".",
            "Write '*' in one of them."));
  }

  private static void remarkOnSkippedMonths(Cron cron, List<Remark> remarks) {
    var days = cron.days();
    boolean weekdays =
        days.join() == Join.EITHER && (days.weekdays() != 0 || !days.weekdayParts().isEmpty());
    if (weekdays || days.days() == 0 || !days.dayParts().isEmpty()) return;
    int first = Integer.numberOfTrailingZeros(days.days());
    var skipped = new ArrayList<String>();
    for (var month : Month.values()) {
      boolean named = (cron.months() >>> month.getValue() & 1) != 0;
      if (named && first > month.minLength()) skipped.add(name(month, first));
    }
    if (skipped.isEmpty()) return;
    remarks.add(
        warning(
            "Day " + first + " does not exist in " + String.join(", ", skipped) + ": no run there.",
            "In the QUARTZ dialect 'L' is the last day of each month."));
  }

  private static String name(Month month, int day) {
    var name = month.name().charAt(0) + month.name().substring(1).toLowerCase(Locale.ROOT);
    return day <= month.maxLength() ? name + " but in leap years" : name;
  }

  private static void remarkOnSteps(String cron, List<Remark> remarks) {
    var words = CronParser.words(cron);
    if (words.size() < 5) return;
    boolean seconds = words.size() > 5;
    if (seconds) remarkOnStep(CronField.SECOND, words.getFirst(), remarks);
    int minute = seconds ? 1 : 0;
    remarkOnStep(CronField.MINUTE, words.get(minute), remarks);
    remarkOnStep(CronField.HOUR, words.get(minute + 1), remarks);
    remarkOnStep(CronField.MONTH, words.get(minute + 3), remarks);
  }

  private static void remarkOnStep(CronField field, String word, List<Remark> remarks) {
    int size = field.max - field.min + 1;
    var step = CronParser.starStep(word).filter(n -> size % n != 0);
    if (step.isEmpty()) return;
    int rest = size % step.get();
    remarks.add(
        warning(
            "'"
                + word
                + "' in the "
                + field.title
                + " field starts anew at "
                + field.min
                + ": the last interval of each round is "
                + rest
                + ", not "
                + step.get()
                + ".",
            ""));
  }

  private static Optional<Remark> remarkOnChange(
      Cron cron, ZoneOffsetTransition change, DstRule rule) {
    long from = local(change.isGap() ? change.getDateTimeBefore() : change.getDateTimeAfter());
    long to = local(change.isGap() ? change.getDateTimeAfter() : change.getDateTimeBefore());
    long count = cron.countLocal(from, to);
    if (count == 0) return Optional.empty();
    var times = count + (count == 1 ? " local time" : " local times") + " of this cron";
    var what =
        change.isGap()
            ? "On "
                + change.getDateTimeBefore().toLocalDate()
                + " the clock leaps over "
                + times
                + "; the rule for gaps is "
                + rule.gap()
                + "."
            : "On "
                + change.getDateTimeAfter().toLocalDate()
                + " the clock passes "
                + times
                + " twice; the rule for overlaps is "
                + rule.overlap()
                + ".";
    return Optional.of(warning(what, ""));
  }

  private static long local(LocalDateTime time) {
    return time.toEpochSecond(ZoneOffset.UTC);
  }

  private static boolean isStar(String word) {
    return word.equals("*") || word.equals("*/1");
  }

  private static Remark warning(String what, String mend) {
    return new Remark(Severity.WARNING, what, mend);
  }
}
