package io.orrery.engine.trigger;

import io.orrery.model.flow.TriggerDef.CronDialect;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Reads one field of a cron text: a list of `*`, numbers, names, ranges and steps; in the Quartz
/// dialect also `?`, L, W, # and ranges that run over the end of the field.
final class FieldParser {

  private static final int DIGITS_MAX = 4;

  private final CronDialect dialect;
  private final CronField field;
  private final String text;
  private final int min;
  private final int max;

  /// Numbers counted from the field's smallest, weekdays from Sunday.
  private final BitSet numbers = new BitSet();

  private final List<DayPart> parts = new ArrayList<>();

  private FieldParser(CronDialect dialect, CronField field, String text) {
    this.dialect = dialect;
    this.field = field;
    this.text = text;
    boolean sundayIsOne = field == CronField.WEEKDAY && dialect == CronDialect.QUARTZ;
    this.min = sundayIsOne ? 1 : field.min;
    this.max = field.max;
  }

  /// @param text upper case, without blanks
  static FieldParser read(CronDialect dialect, CronField field, String text) throws CronProblem {
    var parser = new FieldParser(dialect, field, text);
    var items = text.split(",", -1);
    for (var item : items) parser.item(item, items.length > 1);
    return parser;
  }

  String text() {
    return text;
  }

  /// Whether it is `?`: it does not matter.
  boolean unset() {
    return text.equals("?");
  }

  boolean isStar() {
    return text.equals("*") || text.equals("*/1");
  }

  List<DayPart> parts() {
    return parts;
  }

  /// Bit n for number n; for weekdays Sunday = 0.
  long bits() {
    long bits = 0;
    for (int n = numbers.nextSetBit(0); n >= 0; n = numbers.nextSetBit(n + 1)) bits |= 1L << n;
    return bits;
  }

  /// The years it is limited to; empty when to none.
  BitSet years() {
    return text.equals("*") ? new BitSet() : numbers;
  }

  private void item(String item, boolean inList) throws CronProblem {
    if (item.isEmpty()) {
      throw problem("has an empty item in '" + text + "'", "Remove the comma that is too much.");
    }
    if (item.equals("?")) {
      unset(inList);
    } else if (!special(item, inList)) {
      range(item);
    }
  }

  private void unset(boolean inList) throws CronProblem {
    boolean dayField = field == CronField.DAY || field == CronField.WEEKDAY;
    if (dialect != CronDialect.QUARTZ || !dayField || inList) {
      throw problem(
          "does not accept '?'",
          dayField && !inList ? "Write '*', or use the QUARTZ dialect." : "Write '*'.");
    }
    add(min, max, 1);
  }

  /// Reads what Quartz writes with L, W and #; false when the item has none of it.
  private boolean special(String item, boolean inList) throws CronProblem {
    boolean day = field == CronField.DAY && (item.startsWith("L") || item.endsWith("W"));
    boolean weekday = field == CronField.WEEKDAY && (item.endsWith("L") || item.indexOf('#') >= 0);
    if (!day && !weekday) return false;
    if (dialect != CronDialect.QUARTZ) {
      throw problem(
          "does not accept '" + item + "'", "L, W and # need the QUARTZ dialect (six fields).");
    }
    if (day) {
      parts.add(dayPart(item));
    } else if (item.equals("L")) {
      // Quartz: the last day of the week, which is Saturday.
      numbers.set(6);
    } else if (inList) {
      throw problem(
          "has '" + item + "' in a list", "# and L after a weekday cannot be combined in a list.");
    } else {
      parts.add(weekdayPart(item));
    }
    return true;
  }

  private DayPart dayPart(String item) throws CronProblem {
    boolean workday = item.endsWith("W");
    var rest = workday ? item.substring(0, item.length() - 1) : item;
    if (!rest.startsWith("L")) {
      int day = number(rest, item);
      return new DayPart.Workday(day);
    }
    int before = 0;
    if (rest.length() > 1) {
      if (rest.charAt(1) != '-') throw notRead(item);
      before = digits(rest.substring(2), item);
      if (before > 30) throw problem("has '" + item + "'", "Count at most 30 days back from L.");
    }
    return workday ? new DayPart.LastWorkday(before) : new DayPart.Last(before);
  }

  private DayPart weekdayPart(String item) throws CronProblem {
    int hash = item.indexOf('#');
    if (hash < 0) return new DayPart.LastOf(number(item.substring(0, item.length() - 1), item) - 1);
    int nth = digits(item.substring(hash + 1), item);
    if (nth < 1 || nth > 5) {
      throw problem("has '" + item + "'", "Write 1 to 5 after #: the first to the fifth.");
    }
    return new DayPart.Nth(number(item.substring(0, hash), item) - 1, nth);
  }

  private void range(String item) throws CronProblem {
    int slash = item.indexOf('/');
    var range = slash < 0 ? item : item.substring(0, slash);
    int step = slash < 0 ? 1 : step(item, item.substring(slash + 1));
    int dash = range.indexOf('-');
    if (range.equals("*")) {
      add(min, fullEnd(), step);
    } else if (dash < 0) {
      int number = number(range, item);
      if (slash >= 0 && dialect == CronDialect.UNIX) {
        throw problem(
            "has a step after the single number in '" + item + "'",
            "Write the range: '" + number + "-" + fullEnd() + "/" + step + "'.");
      }
      add(number, slash < 0 ? number : Math.max(number, fullEnd()), step);
    } else {
      int from = number(range.substring(0, dash), item);
      int to = number(range.substring(dash + 1), item);
      // The week may end with SUN though it may also begin with it.
      if (range.endsWith("-SUN") && from > to && dialect != CronDialect.QUARTZ) to = 7;
      if (from > to && !(dialect == CronDialect.QUARTZ && field != CronField.YEAR)) {
        throw problem(
            "has the reversed range '" + range + "'",
            "Write two ranges: '" + from + "-" + fullEnd() + "," + min + "-" + to + "'.");
      }
      add(from, to, step);
    }
  }

  private int step(String item, String text) throws CronProblem {
    int step = digits(text, item);
    if (step < 1) throw problem("has step 0 in '" + item + "'", "Write a step of 1 or more.");
    if (step > max - min) {
      throw problem(
          "has a step in '" + item + "' that is larger than the field",
          "The largest step is " + (max - min) + ".");
    }
    return step;
  }

  /// The last number that `*` means: in the week Sunday counts once.
  private int fullEnd() {
    return field == CronField.WEEKDAY && dialect != CronDialect.QUARTZ ? 6 : max;
  }

  /// Adds every `step`th number of a range; one whose end is before its start runs over the end of
  /// the field.
  private void add(int from, int to, int step) {
    int span = max - min + 1;
    int end = to < from ? to + span : to;
    for (int number = from; number <= end; number += step) {
      int within = number > max ? number - span : number;
      numbers.set(field == CronField.WEEKDAY ? sundayZero(within) : within);
    }
  }

  private int sundayZero(int weekday) {
    return dialect == CronDialect.QUARTZ ? weekday - 1 : weekday % 7;
  }

  /// A number or a name of this field.
  private int number(String text, String item) throws CronProblem {
    int name = field.names().indexOf(text);
    if (name >= 0) return name + min;
    int number = digits(text, item);
    if (number < min || number > max) {
      throw problem(
          "has '" + text + "', which is out of range", "Write " + min + " to " + max + ".");
    }
    return number;
  }

  private int digits(String text, String item) throws CronProblem {
    boolean digits = !text.isEmpty() && text.length() <= DIGITS_MAX;
    for (int i = 0; i < text.length(); i++)
      digits &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
    if (!digits) throw notRead(item);
    return Integer.parseInt(text);
  }

  private CronProblem notRead(String item) {
    var names = field.names();
    var mend =
        "Write "
            + min
            + " to "
            + max
            + (names.isEmpty() ? "" : " or " + names.getFirst() + " to " + names.getLast())
            + ", '*', a range 'a-b', a step '/n', or a list of these.";
    return problem("has '" + item + "', which cannot be read", mend);
  }

  private CronProblem problem(String what, String mend) {
    return new CronProblem("The " + field.title + " field of the cron " + what + ".", mend);
  }
}
