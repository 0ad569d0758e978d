package io.orrery.engine.trigger;

import static io.orrery.engine.trigger.CronField.DAY;
import static io.orrery.engine.trigger.CronField.HOUR;
import static io.orrery.engine.trigger.CronField.MINUTE;
import static io.orrery.engine.trigger.CronField.MONTH;
import static io.orrery.engine.trigger.CronField.SECOND;
import static io.orrery.engine.trigger.CronField.WEEKDAY;
import static io.orrery.engine.trigger.CronField.YEAR;

import io.orrery.engine.trigger.MonthDays.Join;
import io.orrery.model.flow.TriggerDef.CronDialect;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Reads a whole cron text: counts its fields, has each read by [FieldParser], joins the days.
///
/// What the dialects join differently: Kestra takes a day that matches either day field, unless one
/// of them is exactly `*` (or `*/1`); Unix does so unless one of them begins with `*`, then both
/// must match; Quartz wants `?` in one of the two.
record CronParser(CronDialect dialect, boolean withSeconds) {

  private static final Map<String, String> NICKNAMES =
      Map.of(
          "@yearly", "0 0 1 1 *",
          "@annually", "0 0 1 1 *",
          "@monthly", "0 0 1 * *",
          "@weekly", "0 0 * * 0",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@hourly", "0 * * * *");

  private static final List<CronField> FIVE = List.of(MINUTE, HOUR, DAY, MONTH, WEEKDAY);
  private static final List<CronField> SIX = List.of(SECOND, MINUTE, HOUR, DAY, MONTH, WEEKDAY);
  private static final List<CronField> SEVEN =
      List.of(SECOND, MINUTE, HOUR, DAY, MONTH, WEEKDAY, YEAR);

  static CronDialect detect(String text, boolean withSeconds) {
    var words = words(text);
    if (words.size() == 7) return CronDialect.QUARTZ;
    if (words.size() != 6) return CronDialect.KESTRA;
    var day = words.get(3);
    var weekday = words.get(5);
    boolean quartz =
        text.indexOf('?') >= 0
            || day.indexOf('L') >= 0
            || day.indexOf('W') >= 0
            || weekday.endsWith("L")
            || weekday.indexOf('#') >= 0;
    return quartz ? CronDialect.QUARTZ : CronDialect.KESTRA;
  }

  Cron parse(String text) throws CronProblem {
    var words = words(text);
    if (words.isEmpty())
      throw new CronProblem("The cron is empty.", "Write for example '0 9 * * *'.");
    if (words.getFirst().startsWith("@")) return parseNickname(text, words);
    return parse(text, words, fields(words.size()));
  }

  private Cron parseNickname(String text, List<String> words) throws CronProblem {
    var expansion = NICKNAMES.get(text.strip().toLowerCase(Locale.ROOT));
    if (expansion == null || words.size() != 1 || dialect == CronDialect.QUARTZ) {
      var known = "@yearly, @annually, @monthly, @weekly, @daily, @midnight or @hourly";
      throw new CronProblem(
          "The cron nickname '" + text.strip() + "' is not known" + inDialect() + ".",
          dialect == CronDialect.QUARTZ ? "Write six or seven fields." : "Use " + known + ".");
    }
    return parse(text, words(expansion), FIVE);
  }

  private List<CronField> fields(int count) throws CronProblem {
    return switch (dialect) {
      case QUARTZ -> {
        if (count == 6) yield SIX;
        if (count == 7) yield SEVEN;
        throw wrongCount(
            count, "six or seven", "Write: second minute hour day month weekday [year].");
      }
      case KESTRA -> {
        if (count == (withSeconds ? 6 : 5)) yield withSeconds ? SIX : FIVE;
        throw withSeconds
            ? wrongCount(
                count, "six, because of withSeconds", "Write the second before the minute.")
            : wrongCount(
                count,
                "five",
                count == 6 ? "Set 'withSeconds: true'." : "Write: minute hour day month weekday.");
      }
      case UNIX -> {
        if (withSeconds) {
          throw new CronProblem("The UNIX cron dialect has no seconds.", "Use KESTRA or QUARTZ.");
        }
        if (count == 5) yield FIVE;
        throw wrongCount(count, "five", "Write: minute hour day month weekday.");
      }
    };
  }

  private CronProblem wrongCount(int count, String wanted, String mend) {
    var fields = count == 1 ? " field" : " fields";
    return new CronProblem(
        "The cron has " + count + fields + ", but must have " + wanted + inDialect() + ".", mend);
  }

  private Cron parse(String text, List<String> words, List<CronField> fields) throws CronProblem {
    FieldParser second = null;
    var minute = field(words, fields, MINUTE);
    var hour = field(words, fields, HOUR);
    var day = field(words, fields, DAY);
    var month = field(words, fields, MONTH);
    var weekday = field(words, fields, WEEKDAY);
    if (fields.contains(SECOND)) second = field(words, fields, SECOND);
    if (dialect == CronDialect.QUARTZ && day.unset() == weekday.unset()) {
      throw new CronProblem(
          "In the QUARTZ dialect exactly one of day of month and day of week must be '?'.",
          day.unset() ? "Write '*' in one of them." : "Write '?' in the one that does not matter.");
    }
    var times =
        new TimesOfDay((int) hour.bits(), minute.bits(), second == null ? 1 : second.bits());
    var days =
        new MonthDays(
            (int) day.bits(),
            day.parts(),
            (int) weekday.bits(),
            weekday.parts(),
            join(day, weekday));
    var years = fields.contains(YEAR) ? field(words, fields, YEAR).years() : new BitSet();
    return new Cron(text, times, days, (int) month.bits(), years);
  }

  private FieldParser field(List<String> words, List<CronField> fields, CronField field)
      throws CronProblem {
    return FieldParser.read(dialect, field, words.get(fields.indexOf(field)));
  }

  private Join join(FieldParser day, FieldParser weekday) {
    return switch (dialect) {
      case QUARTZ -> Join.BOTH;
      case KESTRA -> day.isStar() || weekday.isStar() ? Join.BOTH : Join.EITHER;
      case UNIX ->
          day.text().startsWith("*") || weekday.text().startsWith("*") ? Join.BOTH : Join.EITHER;
    };
  }

  private String inDialect() {
    return " in the " + dialect + " dialect";
  }

  /// The n of a field that is exactly `*/n`.
  static Optional<Integer> starStep(String word) {
    if (!word.startsWith("*/")) return Optional.empty();
    try {
      return Optional.of(Integer.parseInt(word.substring(2)));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  static List<String> words(String text) {
    var upper = text.strip().toUpperCase(Locale.ROOT);
    return upper.isEmpty() ? List.of() : List.of(upper.split("\\s+"));
  }
}
