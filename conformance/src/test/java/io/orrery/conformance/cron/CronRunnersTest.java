package io.orrery.conformance.cron;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.conformance.corpus.CorpusFile;
import io.orrery.conformance.corpus.Entry;
import io.orrery.conformance.match.Json;
import io.orrery.conformance.report.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CronRunnersTest {

  private static final String SCHEDULE =
      "\"now\": \"2024-06-15T10:20:30Z\", \"trigger\": {\"id\": \"s\", \"type\":"
          + " \"io.kestra.plugin.core.trigger.Schedule\", \"cron\": \"0 * * * *\"}, ";

  private static Entry entry(CorpusFile file, String fields) {
    return new Entry(file, "e", "a", Json.object("{" + fields + "}"));
  }

  private static Verdict schedule(String fields) {
    return ScheduleRunner.judge(entry(CorpusFile.CRON, fields));
  }

  private static Verdict vector(String fields) {
    return CronVectorRunner.judge(entry(CorpusFile.CRON_VECTORS, fields));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"kind\": \"cron\", \"cron\": \"@daily\", \"from\": \"2024-06-01T00:00:00Z\", \"expect\":"
            + " {\"date\": {\"$sameInstant\": \"2024-06-01T00:00:00Z\"}, \"next\":"
            + " {\"$sameInstant\": \"2024-06-02T00:00:00Z\"}, \"previous\": {\"$sameInstant\":"
            + " \"2024-05-31T00:00:00Z\"}}",
        "\"kind\": \"cron\", \"cron\": \"nonsense\", \"expect\": {\"valid\": false}",
        SCHEDULE
            + "\"kind\": \"nextEvaluation\", \"state\": {\"date\": \"2024-06-15T10:00:00Z\"},"
            + " \"expect\": {\"date\": {\"$sameInstant\": \"2024-06-15T11:00:00Z\"}}",
        SCHEDULE
            + "\"kind\": \"previousEvaluation\", \"expect\": {\"date\": {\"$sameInstant\":"
            + " \"2024-06-15T10:00:00Z\"}}",
        SCHEDULE
            + "\"kind\": \"evaluate\", \"state\": {\"date\": \"2024-06-15T10:00:00Z\"}, \"expect\":"
            + " {\"execution\": true, \"triggerVars\": {\"next\": {\"$sameInstant\":"
            + " \"2024-06-15T11:00:00Z\"}}}",
      })
  void schedules_are_judged_by_their_dates(String fields) {
    assertThat(schedule(fields)).isEqualTo(new Verdict.Passed());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"state\": {\"date\": \"2024-06-15T07:20:30Z\"}, \"expect\": {\"executions\": {\"$size\":"
            + " 3}, \"scheduleDates\": [\"2024-06-15T08:00:00Z\", \"2024-06-15T09:00:00Z\","
            + " \"2024-06-15T10:00:00Z\"]}",
        "\"state\": {\"date\": \"2024-06-15T10:20:30Z\", \"backfill\": {\"start\":"
            + " \"2024-06-15T05:00:00Z\", \"end\": \"2024-06-15T06:00:00Z\"}}, \"expect\":"
            + " {\"executions\": {\"$size\": 2}, \"afterwards\": {\"nextExecutionDate\":"
            + " {\"$sameInstant\": \"2024-06-15T11:00:00Z\"}}}",
        "\"state\": {\"date\": \"2024-06-15T07:20:30Z\", \"disabled\": true}, \"expect\":"
            + " {\"executions\": {\"$size\": 0}}"
      })
  void schedulers_are_led_through_time(String fields) {
    var flow = "\"kind\": \"scheduler\", \"flow\": {\"namespace\": \"a\"}, ";
    assertThat(schedule(SCHEDULE + flow + fields)).isEqualTo(new Verdict.Passed());
  }

  @Test
  void a_wrong_date_fails() {
    assertThat(
            schedule(
                SCHEDULE
                    + "\"kind\": \"previousEvaluation\", \"expect\": {\"date\": {\"$sameInstant\":"
                    + " \"2024-06-15T09:00:00Z\"}}"))
        .isInstanceOf(Verdict.Failed.class);
    assertThat(schedule("\"kind\": \"cron\", \"cron\": \"@daily\", \"expect\": {\"valid\": false}"))
        .isInstanceOf(Verdict.Failed.class);
  }

  @Test
  void a_kind_nobody_knows_is_unsupported() {
    assertThat(schedule("\"kind\": \"runic\", \"expect\": {}"))
        .isEqualTo(new Verdict.Unsupported("kind runic"));
  }

  @Test
  void a_vector_must_hold_by_both_rules_for_daylight_saving() {
    var gap =
        "\"dialect\": \"unix\", \"cron\": \"30 2 * * *\", \"tz\": \"Europe/Paris\", \"after\":"
            + " \"2025-03-29T12:00:00+01:00\", \"next\": [\"2025-03-30T03:00:00+02:00\"],"
            + " \"nextLiteral\": [\"%s\"]";

    assertThat(vector(gap.formatted("2025-03-31T02:30:00+02:00"))).isEqualTo(new Verdict.Passed());
    assertThat(vector(gap.formatted("2025-03-30T03:00:00+02:00")))
        .isInstanceOf(Verdict.Failed.class);
  }

  @Test
  void a_vector_may_ask_for_a_refusal_or_for_an_end() {
    assertThat(vector("\"dialect\": \"unix\", \"cron\": \"61 * * * *\", \"reject\": true"))
        .isEqualTo(new Verdict.Passed());
    assertThat(vector("\"dialect\": \"unix\", \"cron\": \"* * * * *\", \"reject\": true"))
        .isInstanceOf(Verdict.Failed.class);
    assertThat(
            vector(
                "\"dialect\": \"unix\", \"cron\": \"* * * * *\", \"tz\": \"UTC\", \"after\":"
                    + " \"2025-01-01T00:00:00Z\", \"next\": [\"2025-01-01T00:01:00Z\"],"
                    + " \"exhausted\": true"))
        .isInstanceOf(Verdict.Failed.class);
    assertThat(vector("\"dialect\": \"runic\", \"cron\": \"x\""))
        .isInstanceOf(Verdict.Unsupported.class);
  }
}
