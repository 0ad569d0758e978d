package io.orrery.engine.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import java.text.ParseException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.quartz.CronExpression;

/// Our evaluator beside two others, in UTC, where no daylight saving divides them.
///
/// Quartz 2.5.2 loses times of a day that it found by W (`* * * 1W * ?` matches once a day), so the
/// days of W are compared at midnight only.
class CronOraclesTest {

  private static final int CRONS = 1500;
  private static final int SLOTS = 5;

  /// The five fields as cron-utils reads them for Kestra.
  private static final CronDefinition FIVE_FIELDS =
      CronDefinitionBuilder.defineCron()
          .withMinutes()
          .withValidRange(0, 59)
          .withStrictRange()
          .and()
          .withHours()
          .withValidRange(0, 23)
          .withStrictRange()
          .and()
          .withDayOfMonth()
          .withValidRange(1, 31)
          .withStrictRange()
          .and()
          .withMonth()
          .withValidRange(1, 12)
          .withStrictRange()
          .and()
          .withDayOfWeek()
          .withValidRange(0, 7)
          .withMondayDoWValue(1)
          .withIntMapping(7, 0)
          .withStrictRange()
          .and()
          .instance();

  @Test
  void kestra_dialect_agrees_with_cron_utils_away_from_daylight_saving() throws CronProblem {
    var parser = new com.cronutils.parser.CronParser(FIVE_FIELDS);
    var random = new Random(1);
    var differences = new ArrayList<String>();
    for (int i = 0; i < CRONS; i++) {
      var text = fiveFields(random);
      var after = someTime(random);
      var theirs = new ArrayList<ZonedDateTime>();
      var time = ExecutionTime.forCron(parser.parse(text));
      var at = Optional.of(after);
      while (theirs.size() < SLOTS && at.isPresent()) {
        at = time.nextExecution(at.get());
        at.ifPresent(theirs::add);
      }
      var ours = slots(Cron.parse(text, CronDialect.KESTRA, false), after, theirs.size());
      if (!ours.equals(theirs)) {
        differences.add(text + " after " + after + ": " + theirs + ", ours " + ours);
      }
    }
    assertThat(differences).isEmpty();
  }

  @Test
  void quartz_dialect_agrees_with_quartz_away_from_daylight_saving()
      throws ParseException, CronProblem {
    var random = new Random(2);
    var differences = new ArrayList<String>();
    for (int i = 0; i < CRONS; i++) {
      var text = quartzFields(random);
      var after = someTime(random);
      var expression = new CronExpression(text);
      expression.setTimeZone(TimeZone.getTimeZone("UTC"));
      var theirs = new ArrayList<ZonedDateTime>();
      var at = Date.from(after.toInstant());
      while (theirs.size() < SLOTS) {
        at = expression.getNextValidTimeAfter(at);
        if (at == null) break;
        theirs.add(at.toInstant().atZone(ZoneOffset.UTC));
      }
      var ours = slots(Cron.parse(text, CronDialect.QUARTZ, false), after, theirs.size());
      if (!ours.equals(theirs)) {
        differences.add(text + " after " + after + ": " + theirs + ", ours " + ours);
      }
    }
    assertThat(differences).isEmpty();
  }

  private static List<ZonedDateTime> slots(Cron cron, ZonedDateTime after, int count) {
    var slots = new ArrayList<ZonedDateTime>();
    var at = Optional.of(after);
    while (slots.size() < count && at.isPresent()) {
      at = cron.next(at.get(), DstRule.ORRERY);
      at.ifPresent(slots::add);
    }
    return slots;
  }

  private static ZonedDateTime someTime(Random random) {
    return ZonedDateTime.of(2024, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC)
        .plusSeconds(random.nextInt(3 * 366 * 86_400));
  }

  private static String fiveFields(Random random) {
    return String.join(
        " ",
        numbers(random, 0, 59),
        numbers(random, 0, 23),
        numbers(random, 1, 28),
        numbers(random, 1, 12),
        numbers(random, 0, 6));
  }

  private static String quartzFields(Random random) {
    var days = List.of("L", "LW", "L-3", "L-2W", "15W", "1W", "31W", "31", "29");
    var weekdays = List.of("6L", "2#1", "6#5", "FRI-MON", "L", "1", "7", "2-6", "SUN,WED");
    boolean byDay = random.nextBoolean();
    var day = random.nextBoolean() ? numbers(random, 1, 31) : days.get(random.nextInt(days.size()));
    var weekday =
        random.nextBoolean()
            ? numbers(random, 1, 7)
            : weekdays.get(random.nextInt(weekdays.size()));
    boolean midnight = byDay && day.endsWith("W");
    return String.join(
        " ",
        midnight ? "0" : numbers(random, 0, 59),
        midnight ? "0" : numbers(random, 0, 59),
        midnight ? "0" : numbers(random, 0, 23),
        byDay ? day : "?",
        numbers(random, 1, 12),
        byDay ? "?" : weekday);
  }

  private static String numbers(Random random, int min, int max) {
    int a = min + random.nextInt(max - min + 1);
    int b = min + random.nextInt(max - min + 1);
    int step = 1 + random.nextInt(Math.max(1, (max - min) / 2));
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> "*";
      case 3 -> "*/" + step;
      case 4 -> Math.min(a, b) + "-" + Math.max(a, b);
      case 5 -> Math.min(a, b) + "-" + Math.max(a, b) + "/" + step;
      case 6 -> a == b ? "" + a : a + "," + b;
      default -> String.valueOf(a);
    };
  }
}
