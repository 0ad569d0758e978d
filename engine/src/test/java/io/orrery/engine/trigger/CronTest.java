package io.orrery.engine.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronTest {

  private static final ZonedDateTime JUNE = ZonedDateTime.parse("2025-06-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          60 * * * *     | minute       | 0 to 59
          * 24 * * *     | hour         | 0 to 23
          * * 0 * *      | day of month | 1 to 31
          * * * 13 *     | month        | 1 to 12
          * * * * 8      | day of week  | 0 to 7
          * 22-2 * * *   | hour         | 22-23,0-2
          */0 * * * *    | minute       | 1 or more
          */90 * * * *   | minute       | 59
          1,,2 * * * *   | minute       | comma
          * * L * *      | day of month | QUARTZ
          * * * * 5#2    | day of week  | QUARTZ
          * * ? * *      | day of month | Write '*'
          * * * FOO *    | month        | JAN to DEC
          -5 * * * *     | minute       | 0 to 59
          99999 * * * *  | minute       | 0 to 59
          """)
  void a_refusal_names_the_field_and_how_to_mend_it(String text, String field, String mend) {
    assertThatThrownBy(() -> Cron.parse(text, CronDialect.KESTRA, false))
        .isInstanceOf(CronProblem.class)
        .hasMessageContaining("The " + field + " field")
        .hasMessageContaining(mend);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          * * * *        | KESTRA | false | 4 fields
          * * * * * *    | KESTRA | false | withSeconds
          * * * * *      | KESTRA | true  | withSeconds
          @reboot        | KESTRA | false | @daily
          @daily         | QUARTZ | false | six or seven
          ''             | KESTRA | false | empty
          0 0 0 1 * MON  | QUARTZ | false | exactly one
          0 0 0 ? * ?    | QUARTZ | false | exactly one
          0 0 12 * * ? 2028-2026 | QUARTZ | false | reversed
          5/15 * * * *   | UNIX   | false | 5-59/15
          * * * * *      | UNIX   | true  | no seconds
          0 0 0 ? * MON#1,FRI | QUARTZ | false | list
          """)
  void a_text_of_the_wrong_shape_is_refused(
      String text, CronDialect dialect, boolean withSeconds, String says) {
    assertThatThrownBy(() -> Cron.parse(text, dialect, withSeconds))
        .isInstanceOf(CronProblem.class)
        .hasMessageContaining(says);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 0 12 * * ?        | false | QUARTZ
          0 0 12 ? * MON      | true  | QUARTZ
          0 0 12 L * MON      | false | QUARTZ
          0 0 12 15W * MON    | false | QUARTZ
          0 0 12 * * 6L       | false | QUARTZ
          0 0 12 * * 6#3      | false | QUARTZ
          0 0 12 1 1 MON 2027 | false | QUARTZ
          0 0 12 * JUL WED    | true  | KESTRA
          0 12 L * *          | false | KESTRA
          @daily              | false | KESTRA
          """)
  void a_text_that_only_quartz_can_mean_is_found_out(
      String text, boolean withSeconds, CronDialect dialect) {
    assertThat(Cron.detect(text, withSeconds)).isEqualTo(dialect);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 0 30 2 *", "0 0 31 4,6,9,11 *", "0 0 31 2 */1"})
  void a_date_that_never_comes_has_no_slot_in_any_zone(String text) throws CronProblem {
    var cron = Cron.parse(text, CronDialect.KESTRA, false);
    assertThat(cron.impossible()).isTrue();
    for (var zone : List.of("UTC", "Europe/Paris", "Australia/Lord_Howe", "Asia/Tokyo")) {
      var at = JUNE.withZoneSameInstant(ZoneId.of(zone));
      for (var rule : List.of(DstRule.ORRERY, DstRule.LITERAL)) {
        assertThat(cron.next(at, rule)).isEmpty();
        assertThat(cron.previous(at, rule)).isEmpty();
        assertThat(cron.count(at.toInstant(), at.plusYears(3).toInstant(), at.getZone(), rule))
            .isZero();
      }
    }
  }

  @Test
  void a_leap_day_on_a_weekday_is_found_across_a_century_without_one() throws CronProblem {
    var cron = Cron.parse("0 0 0 29 2 ? *", CronDialect.QUARTZ, false);
    var at = ZonedDateTime.parse("2096-03-01T00:00:00Z");
    assertThat(cron.next(at, DstRule.ORRERY)).contains(ZonedDateTime.parse("2104-02-29T00:00:00Z"));
    assertThat(cron.previous(ZonedDateTime.parse("2104-02-29T00:00:00Z"), DstRule.ORRERY))
        .contains(ZonedDateTime.parse("2096-02-29T00:00:00Z"));
  }

  @Test
  void years_end_a_schedule_and_begin_it() throws CronProblem {
    var cron = Cron.parse("0 0 12 1 1 ? 1980,2150", CronDialect.QUARTZ, false);
    assertThat(cron.next(JUNE, DstRule.ORRERY))
        .contains(ZonedDateTime.parse("2150-01-01T12:00:00Z"));
    assertThat(cron.previous(JUNE, DstRule.ORRERY))
        .contains(ZonedDateTime.parse("1980-01-01T12:00:00Z"));
    assertThat(cron.next(JUNE.withYear(2160), DstRule.ORRERY)).isEmpty();
    assertThat(cron.previous(JUNE.withYear(1975), DstRule.ORRERY)).isEmpty();
  }

  @Test
  void a_month_of_seconds_is_counted_and_not_listed() throws CronProblem {
    var cron = Cron.parse("* * * * * *", CronDialect.KESTRA, true);
    var from = Instant.parse("2025-03-01T00:00:00Z");
    var to = Instant.parse("2025-04-01T00:00:00Z");
    assertThat(cron.count(from, to, ZoneId.of("Europe/Paris"), DstRule.ORRERY))
        .isEqualTo(31 * 86_400);
  }

  @Test
  void between_lists_no_more_than_wanted() throws CronProblem {
    var cron = Cron.parse("* * * * *", CronDialect.KESTRA, false);
    var from = JUNE.toInstant();
    assertThat(cron.between(from, from.plusSeconds(600), 3, ZoneOffset.UTC, DstRule.ORRERY))
        .containsExactly(from, from.plusSeconds(60), from.plusSeconds(120));
    assertThat(cron.between(from, from, 3, ZoneOffset.UTC, DstRule.ORRERY)).isEmpty();
  }

  @Test
  void blanks_and_case_do_not_matter() throws CronProblem {
    var cron = Cron.parse("  0\t9 *  jan-mar Mon,fri ", CronDialect.KESTRA, false);
    assertThat(cron.next(JUNE, DstRule.ORRERY))
        .contains(ZonedDateTime.parse("2026-01-02T09:00:00Z"));
  }
}
