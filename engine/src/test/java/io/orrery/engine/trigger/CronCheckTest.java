package io.orrery.engine.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.CronCheck.Remark;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import io.orrery.model.problem.Problem.Severity;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronCheckTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 9 * * *",
        "@daily",
        "*/15 * * * *",
        "0 0 1 * *",
        "0 0 12 ? * MON",
        "0 0 31 1 *"
      })
  void a_plain_cron_needs_no_remark(String cron) {
    assertThat(CronCheck.check(cron, CronDialect.KESTRA, false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"60 * * * *", "0 0 30 2 *", "* * *", "0 0 0 30 2 ?"})
  void what_cannot_be_read_or_never_fires_is_an_error(String cron) {
    assertThat(CronCheck.check(cron, CronDialect.KESTRA, false))
        .singleElement()
        .extracting(Remark::severity)
        .isEqualTo(Severity.ERROR);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 0 */2 * 1 | either field
          0 0 31 * *  | February, April, June, September, November
          0 0 29 2 *  | February but in leap years
          */7 * * * * | the last interval of each round is 4
          0 */5 * * * | hour field
          """)
  void what_may_surprise_is_a_warning(String cron, String says) {
    assertThat(CronCheck.check(cron, CronDialect.KESTRA, false))
        .singleElement()
        .satisfies(
            remark -> {
              assertThat(remark.severity()).isEqualTo(Severity.WARNING);
              assertThat(remark.what()).contains(says);
            });
  }

  @Test
  void local_times_in_the_next_gap_or_overlap_are_named() throws CronProblem {
    var paris = ZoneId.of("Europe/Paris");
    var now = Instant.parse("2025-01-01T00:00:00Z");
    var night = Cron.parse("30 2 * * *", CronDialect.KESTRA, false);
    assertThat(CronCheck.checkChanges(night, paris, DstRule.ORRERY, now))
        .extracting(Remark::what)
        .satisfiesExactly(
            gap -> assertThat(gap).contains("2025-03-30", "leaps over 1 local time", "AT_GAP_END"),
            overlap -> assertThat(overlap).contains("2025-10-26", "twice", "FIRST"));
    var noon = Cron.parse("0 12 * * *", CronDialect.KESTRA, false);
    assertThat(CronCheck.checkChanges(noon, paris, DstRule.ORRERY, now)).isEmpty();
    var hourly = Cron.parse("@hourly", CronDialect.KESTRA, false);
    assertThat(CronCheck.checkChanges(hourly, paris, DstRule.ORRERY, now)).isEmpty();
  }
}
