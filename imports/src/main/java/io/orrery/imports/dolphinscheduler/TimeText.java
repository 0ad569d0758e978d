package io.orrery.imports.dolphinscheduler;

import io.orrery.imports.Literal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The time placeholders of DolphinScheduler, `$[yyyyMMdd-1]` and the like, as expressions on the
/// slot of the schedule; on the start of an execution that no schedule made.
final class TimeText {
  private static final String BASE = "(trigger.date ?? execution.startDate)";

  /// A format of dates: letters of Java's, and what stands between them.
  private static final String FORMAT = "([yMdHhmsSE][yMdHhmsSE\\-/:. _]*?)";

  /// `yyyyMMdd-1`, `yyyyMMdd+7*2`, `HHmmss+1/24`, `HHmmss-15/24/60`: days.
  private static final Pattern SHIFTED =
      Pattern.compile(FORMAT + "\\s*(?:([+-])\\s*(\\d+(?:\\s*[*/]\\s*\\d+)*))?");

  /// `add_months(yyyyMMdd,-12*1)`, `month_begin(yyyyMMdd,-1)`.
  private static final Pattern CALL =
      Pattern.compile(
          "(add_months|month_begin|month_end|this_day|last_day|year_week)\\(\\s*"
              + FORMAT
              + "\\s*(?:,\\s*(-?\\d+(?:\\s*\\*\\s*-?\\d+)*)\\s*)?\\)");

  private static final long DAY_SECONDS = 86_400;

  /// `, timeZone='Asia/Shanghai'`, or empty.
  private final String zone;

  TimeText(Optional<String> zone) {
    this.zone = zone.map(id -> ", timeZone=" + Literal.quoted(id)).orElse("");
  }

  /// What stands within `$[…]`; empty when this has no counterpart.
  Optional<String> expression(String inner) {
    var text = inner.strip();
    Matcher shifted = SHIFTED.matcher(text);
    if (shifted.matches()) {
      return shifted.group(2) == null
          ? Optional.of(formatted(BASE, shifted.group(1)))
          : seconds(shifted.group(3))
              .map(
                  seconds ->
                      formatted(
                          plusSeconds(shifted.group(2).equals("-") ? -seconds : seconds),
                          shifted.group(1)));
    }
    Matcher call = CALL.matcher(text);
    return call.matches()
        ? call(call.group(1), call.group(2), call.group(3) == null ? 0 : product(call.group(3)))
        : Optional.empty();
  }

  private Optional<String> call(String function, String format, long count) {
    return switch (function) {
      case "add_months" -> Optional.of(formatted(plus(BASE, count, "MONTHS"), format));
      case "this_day" -> Optional.of(formatted(BASE, format));
      case "last_day" -> Optional.of(formatted(plus(BASE, -1, "DAYS"), format));
      case "month_begin" -> Optional.of(ofDay(plus(firstOfMonth(BASE), count, "DAYS"), format));
      case "month_end" ->
          Optional.of(
              ofDay(plus(plus(firstOfMonth(BASE), 1, "MONTHS"), count - 1, "DAYS"), format));
      default -> Optional.empty();
    };
  }

  /// What `${system.…}` of this name is; empty when nothing is.
  Optional<String> system(String name) {
    return switch (name) {
      case "system.biz.date" -> expression("yyyyMMdd-1");
      case "system.biz.curdate" -> expression("yyyyMMdd");
      case "system.datetime" -> expression("yyyyMMddHHmmss");
      case "system.workflow.instance.id", "system.process.instance.id" ->
          Optional.of("{{ execution.id }}");
      case "system.task.instance.id", "system.task.execute.id" -> Optional.of("{{ taskrun.id }}");
      case "system.workflow.definition.name", "system.process.definition.name" ->
          Optional.of("{{ flow.id }}");
      case "system.project.name" -> Optional.of("{{ flow.namespace }}");
      case "system.task.definition.name" -> Optional.of("{{ task.id }}");
      default -> Optional.empty();
    };
  }

  private String formatted(String date, String format) {
    return "{{ %s | date(%s%s) }}".formatted(date, Literal.quoted(format.strip()), zone);
  }

  /// Of a day that is a local one already.
  private static String ofDay(String date, String format) {
    return "{{ %s | date(%s) }}".formatted(date, Literal.quoted(format.strip()));
  }

  private String firstOfMonth(String date) {
    return "((%s | date('yyyy-MM'%s)) ~ '-01')".formatted(date, zone);
  }

  private static String plus(String date, long count, String unit) {
    return count == 0 ? date : "%s | dateAdd(%d, '%s')".formatted(date, count, unit);
  }

  private static String plusSeconds(long seconds) {
    if (seconds % DAY_SECONDS == 0) return plus(BASE, seconds / DAY_SECONDS, "DAYS");
    if (seconds % 3600 == 0) return plus(BASE, seconds / 3600, "HOURS");
    if (seconds % 60 == 0) return plus(BASE, seconds / 60, "MINUTES");
    return plus(BASE, seconds, "SECONDS");
  }

  /// `7*2` or `15/24/60` days; empty when they are no whole seconds.
  private static Optional<Long> seconds(String days) {
    double value = 1;
    char operator = '*';
    for (var token : days.replaceAll("\\s", "").split("(?<=[*/])|(?=[*/])", -1)) {
      if (token.equals("*") || token.equals("/")) {
        operator = token.charAt(0);
      } else {
        double number = Double.parseDouble(token);
        value = operator == '*' ? value * number : value / number;
      }
    }
    double seconds = value * DAY_SECONDS;
    long whole = Math.round(seconds);
    boolean exact = Math.abs(seconds - whole) < 1e-3 && whole < Integer.MAX_VALUE;
    return exact ? Optional.of(whole) : Optional.empty();
  }

  private static long product(String factors) {
    long product = 1;
    for (var factor : factors.toLowerCase(Locale.ROOT).split("\\*", -1)) {
      product *= Long.parseLong(factor.strip());
    }
    return product;
  }
}
