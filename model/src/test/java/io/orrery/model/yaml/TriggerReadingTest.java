package io.orrery.model.yaml;

import static io.orrery.model.yaml.Reads.HEAD;
import static io.orrery.model.yaml.Reads.TASK;
import static io.orrery.model.yaml.Reads.good;
import static io.orrery.model.yaml.Reads.refusals;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.flow.BusinessCalendar;
import io.orrery.model.flow.BusinessCalendar.Days;
import io.orrery.model.flow.Condition;
import io.orrery.model.flow.Moments;
import io.orrery.model.flow.TimeWindow;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.CatchUp;
import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.flow.TriggerDef.DstRule;
import io.orrery.model.flow.TriggerDef.Order;
import io.orrery.model.flow.TriggerDef.Overlap;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.problem.Code;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.State;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.MonthDay;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TriggerReadingTest {

  private static TriggerDef trigger(String yaml) {
    return good(HEAD + TASK + "triggers:\n  - " + yaml.indent(4).strip() + "\n")
        .triggers()
        .getFirst();
  }

  private static Moments.OfCron cron(TriggerDef.Schedule schedule) {
    return (Moments.OfCron) schedule.moments();
  }

  private static String scheduled(String calendar) {
    return """
    id: s
    type: io.kestra.plugin.core.trigger.Schedule
    cron: "0 9 * * *"
    calendar: %s
    """
        .formatted(calendar);
  }

  private static BusinessCalendar calendar(String text) {
    var schedule = (TriggerDef.Schedule) trigger(scheduled(text));
    return ((Condition.OnCalendar) schedule.conditions().getFirst()).calendar();
  }

  @Test
  void a_calendar_has_days_of_all_kinds() {
    var calendar =
        calendar(
            "{exclude: [WEEKEND, friday, 2027-12-24, 2027-07-01/2027-07-14, 12-25, 02-29,"
                + " {holidays: fr}], include: [2027-02-06], onExcluded: NEXT_DAY}");
    assertThat(calendar.exclude())
        .containsExactly(
            new Days.Weekly(EnumSet.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY)),
            new Days.Weekly(EnumSet.of(DayOfWeek.FRIDAY)),
            new Days.On(LocalDate.of(2027, 12, 24)),
            new Days.Between(LocalDate.of(2027, 7, 1), LocalDate.of(2027, 7, 14)),
            new Days.Yearly(MonthDay.of(12, 25)),
            new Days.Yearly(MonthDay.of(2, 29)),
            new Days.Holidays("fr", Optional.empty()));
    assertThat(calendar.include()).containsExactly(new Days.On(LocalDate.of(2027, 2, 6)));
    assertThat(calendar.onExcluded()).isEqualTo(BusinessCalendar.OnExcluded.NEXT_DAY);
    assertThat(calendar.isWhole()).isTrue();
  }

  @Test
  void a_calendar_by_its_name_alone_is_one_of_the_namespace() {
    assertThat(calendar("bank"))
        .isEqualTo(
            new BusinessCalendar(
                List.of(new Days.Named("bank")), List.of(), BusinessCalendar.OnExcluded.SKIP));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{include: [2027-01-01]}|'exclude'",
        "{exclude: [someday]}|is no day",
        "{exclude: [2027-02-30]}|is no day",
        "{exclude: [13-01]}|is no day",
        "{exclude: [2027-02-02/2027-02-01]}|is no day",
        "{exclude: [{holidays: XX}]}|no calendar of public holidays for 'XX'",
        "{exclude: [{}]}|names no days",
        "{exclude: [[1]]}|is a list",
        "../../etc/passwd|is no name of a calendar",
        "{exclude: [{name: bank}], onExcluded: NEXT_DAY}|only SKIP goes with",
        "{exclude: [WEEKEND], also: 1}|'also'",
      })
  void what_is_no_calendar_is_refused_with_its_reason(String text, String why) {
    assertThat(
            refusals(HEAD + TASK + "triggers:\n  - " + scheduled(text).indent(4).strip() + "\n")
                .toString())
        .contains(why.replaceAll("^'|'$", ""));
  }

  @Test
  void dates_are_instants_or_local_times_of_the_zone() {
    var schedule =
        (TriggerDef.Schedule)
            trigger(
                """
                id: d
                type: io.kestra.plugin.core.trigger.ScheduleOnDates
                timezone: Europe/Paris
                recoverMissedSchedules: NONE
                inputs: {x: 1}
                stopAfter: [FAILED]
                when: "{{ isWeekend() }}"
                dates:
                  - 2030-01-01T00:00:00Z
                  - "2030-01-01T12:00:00.75+02:00[Europe/Helsinki]"
                  - 2030-07-01T09:30:00
                  - 2030-07-02 09:30:00
                  - 2030-07-03
                """);
    assertThat(schedule.zone()).contains(ZoneId.of("Europe/Paris"));
    assertThat(schedule.recover()).isEqualTo(Recover.NONE);
    assertThat(schedule.inputs()).isEqualTo(Map.of("x", 1));
    assertThat(schedule.moments())
        .isEqualTo(
            new Moments.OnDates(
                List.of(
                    Instant.parse("2030-01-01T00:00:00Z"), Instant.parse("2030-01-01T10:00:00Z")),
                List.of(
                    LocalDateTime.parse("2030-07-01T09:30"),
                    LocalDateTime.parse("2030-07-02T09:30"),
                    LocalDateTime.parse("2030-07-03T00:00"))));
  }

  @Test
  void a_trigger_of_a_plugin_is_asked_at_its_interval() {
    var polling =
        (TriggerDef.Polling)
            trigger(
                """
                id: p
                type: io.kestra.plugin.core.http.Trigger
                uri: https://example.com
                interval: PT30S
                timeout: PT5S
                when: "{{ trigger.code == 200 }}"
                inputs: {x: "{{ trigger.body }}"}
                stopAfter: [FAILED]
                failOnTriggerError: true
                allowConcurrent: true
                logLevel: WARN
                """);
    assertThat(polling.interval()).isEqualTo(Duration.ofSeconds(30));
    assertThat(polling.timeout()).contains("PT5S");
    assertThat(polling.properties()).isEqualTo(Map.of("uri", "https://example.com"));
    assertThat(polling.conditions())
        .containsExactly(new Condition.Expression("{{ trigger.code == 200 }}"));
    assertThat(polling.inputs()).isEqualTo(Map.of("x", "{{ trigger.body }}"));
    assertThat(polling.common().stopAfter()).containsExactly(State.FAILED);
    assertThat(polling.common().failOnTriggerError()).isTrue();
    assertThat(polling.allowConcurrent()).isTrue();
    assertThat(polling.logLevel()).isEqualTo(LogLevel.WARN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"interval: PT0S", "interval: soon", "method: [a]", "uril: x"})
  void what_a_plugin_s_trigger_cannot_be_is_refused(String line) {
    var flow =
        HEAD
            + TASK
            + "triggers:\n  - id: p\n    type: io.kestra.plugin.core.http.Trigger\n"
            + "    uri: x\n    "
            + line
            + "\n";
    assertThat(refusals(flow)).isNotEmpty();
  }

  @Test
  void a_date_that_is_a_template_is_remarked_upon_and_none_is_due() {
    var flow =
        HEAD + TASK + "triggers:\n  - {id: d, type: ScheduleOnDates, dates: [\"{{ vars.d }}\"]}\n";
    var schedule = (TriggerDef.Schedule) good(flow).triggers().getFirst();
    assertThat(schedule.moments()).isEqualTo(new Moments.OnDates(List.of(), List.of()));
  }

  @Test
  void a_schedule_is_read_whole() {
    var schedule =
        (TriggerDef.Schedule)
            trigger(
                """
                id: hourly
                type: io.kestra.plugin.core.trigger.Schedule
                cron: "5 * * * *"
                timezone: Asia/Shanghai
                recoverMissedSchedules: last
                misfireThreshold: PT2M
                lateMaximumDelay: PT6H
                catchUp: {maxPerMinute: 30, maxBacklog: 500, order: ASC}
                dst: {gap: SKIP, overlap: BOTH}
                jitter: PT20S
                allowConcurrent: false
                overlap: QUEUE_ONE
                stopAfter: [FAILED]
                labels: {a: b}
                inputs: {x: 1}
                when: "{{ isWeekend() }}"
                """);
    assertThat(schedule.zone()).contains(ZoneId.of("Asia/Shanghai"));
    assertThat(schedule.recover()).isEqualTo(Recover.LAST);
    assertThat(schedule.misfireThreshold()).isEqualTo(Duration.ofMinutes(2));
    assertThat(schedule.lateMaximumDelay()).contains(Duration.ofHours(6));
    assertThat(cron(schedule).dst()).isEqualTo(DstRule.LITERAL);
    assertThat(schedule.allowConcurrent()).isFalse();
    assertThat(schedule.overlap()).isEqualTo(Overlap.QUEUE_ONE);
    assertThat(schedule.catchUp()).isEqualTo(new CatchUp(30, 500, Order.ASC));
    assertThat(schedule.jitter()).isEqualTo(Duration.ofSeconds(20));
    assertThat(schedule.inputs()).isEqualTo(Map.of("x", 1));
    assertThat(schedule.common().labels()).isEqualTo(Map.of("a", "b"));
  }

  @Test
  void a_schedule_that_says_little_has_the_defaults() {
    var schedule = (TriggerDef.Schedule) trigger("id: s\ntype: Schedule\ncron: \"@daily\"\n");
    assertThat(schedule.recover()).isEqualTo(Recover.ALL);
    assertThat(schedule.misfireThreshold()).isEqualTo(Duration.ofMinutes(1));
    assertThat(cron(schedule).dst()).isEqualTo(DstRule.ORRERY);
    assertThat(schedule.catchUp()).isEqualTo(CatchUp.DEFAULT);
    assertThat(schedule.jitter()).isZero();
    assertThat(schedule.overlap()).isEqualTo(Overlap.HOLD);
  }

  @ParameterizedTest
  @CsvSource({
    "MISFIRE_INSTRUCTION_IGNORE_MISFIRE_POLICY,ALL",
    "MISFIRE_INSTRUCTION_FIRE_ONCE_NOW,LAST",
    "MISFIRE_INSTRUCTION_SMART_POLICY,LAST",
    "MISFIRE_INSTRUCTION_DO_NOTHING,NONE",
    "MISFIRE_INSTRUCTION_RESCHEDULE_NEXT_WITH_REMAINING_COUNT,NONE",
    "MISFIRE_INSTRUCTION_RESCHEDULE_NOW_WITH_EXISTING_REPEAT_COUNT,LAST",
    "do_nothing,NONE",
    "FIRE_ALL_MISSED,ALL",
    "FIRE_ONCE_NOW,LAST",
    "SKIP_MISSED,NONE",
    "true,ALL",
    "false,LAST"
  })
  void other_schedulers_names_of_a_policy_are_understood_and_remarked_upon(
      String written, Recover meant) {
    var flow =
        HEAD
            + TASK
            + "triggers:\n  - {id: s, type: Schedule, cron: \"@daily\", recoverMissedSchedules: "
            + written
            + "}\n";
    var schedule = (TriggerDef.Schedule) good(flow).triggers().getFirst();
    assertThat(schedule.recover()).isEqualTo(meant);
    assertThat(Reads.READER.read(flow).problems())
        .singleElement()
        .satisfies(
            remark -> {
              assertThat(remark.code()).isEqualTo(Code.DEPRECATED);
              assertThat(remark.what()).contains("name of " + meant);
              assertThat(remark.at().line()).isPositive();
            });
  }

  @ParameterizedTest
  @CsvSource({"SERIAL_DISCARD,SKIP", "SERIAL_WAIT,QUEUE_ALL", "SERIAL_PRIORITY,CANCEL_RUNNING"})
  void dolphins_names_of_overlaps_are_understood(String written, Overlap meant) {
    var schedule =
        (TriggerDef.Schedule)
            trigger("id: s\ntype: Schedule\ncron: \"@daily\"\noverlap: " + written + "\n");
    assertThat(schedule.overlap()).isEqualTo(meant);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jitter: -PT1S|jitter: must not be negative",
        "jitter: soon|is not an ISO 8601 duration",
        "overlap: HOLD|is not one of [SKIP, QUEUE_ONE, QUEUE_ALL, CANCEL_RUNNING]",
        "overlap: SKIP, allowConcurrent: true|exclude each other",
        "catchUp: {maxPerMinute: 0}|must be at least 1",
        "catchUp: {order: UP}|is not one of [ASC, DESC]",
        "catchUp: {maxPerMinut: 1}|has no such property",
        "maxBacklog: 0|must be at least 1"
      })
  void what_cannot_be_is_refused_where_it_stands(String written, String complaint) {
    var problems =
        refusals(
            HEAD
                + TASK
                + "triggers:\n  - {id: s, type: Schedule, cron: \"@daily\", "
                + written
                + "}\n");
    assertThat(problems)
        .anySatisfy(problem -> assertThat(problem).contains("f.yml:6:").contains(complaint));
  }

  @Test
  void vixies_rule_of_daylight_saving_depends_on_a_star() {
    var flow = "id: s\ntype: Schedule\ndst: VIXIE\ncron: ";
    assertThat(cron((TriggerDef.Schedule) trigger(flow + "\"30 2 * * *\"\n")).dst())
        .isEqualTo(DstRule.ORRERY);
    assertThat(cron((TriggerDef.Schedule) trigger(flow + "\"*/15 2 * * *\"\n")).dst())
        .isEqualTo(DstRule.LITERAL);
    assertThat(
            cron((TriggerDef.Schedule) trigger(flow + "\"0 0 */2 * * *\"\nwithSeconds: true\n"))
                .dst())
        .isEqualTo(DstRule.LITERAL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 9 * * MON-FRI|KESTRA",
        "0 0 1 JUL *|KESTRA",
        "0 9 * * WED,FRI|KESTRA",
        "0 0 12 ? * MON|QUARTZ",
        "0 0 12 L * *|QUARTZ",
        "0 0 12 15W * *|QUARTZ",
        "0 0 12 * * FRI#2|QUARTZ",
        "0 0 12 * * * 2030|QUARTZ",
        "@daily|KESTRA"
      })
  void the_dialect_shows_in_the_cron(String cron, CronDialect dialect) {
    assertThat(ScheduleReader.dialectOf(cron)).isEqualTo(dialect);
  }

  @Test
  void a_webhook_and_a_flow_trigger_are_read() {
    var webhook =
        (TriggerDef.Webhook)
            trigger(
                """
                id: w
                type: io.kestra.core.models.triggers.types.Webhook
                key: abc
                conditions: [{type: io.kestra.core.models.conditions.types.VariableCondition, expression: "{{ 1 }}"}]
                when: "{{ 2 }}"
                """);
    assertThat(webhook.common().type()).isEqualTo("io.kestra.plugin.core.trigger.Webhook");
    assertThat(webhook.conditions())
        .containsExactly(new Condition.Expression("{{ 1 }}"), new Condition.Expression("{{ 2 }}"));
    var flow =
        (TriggerDef.FlowTrigger)
            trigger(
                """
                id: f
                type: io.kestra.plugin.core.trigger.Flow
                states: [CANCELED]
                dependsOn: [{flowId: a, namespace: b}]
                mode: ANY
                window: {lookback: PT1H}
                """);
    assertThat(flow.states()).containsExactly(State.CANCELLED);
    assertThat(flow.gatherings())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.needed()).isEqualTo(1);
              assertThat(it.window()).isEqualTo(new TimeWindow.Lookback(Duration.ofHours(1)));
            });
  }

  @Test
  void other_triggers_are_kept_as_they_are_written() {
    trigger(
        """
        id: h
        type: io.kestra.plugin.core.http.Trigger
        uri: https://example.com
        interval: PT1M
        """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{id: s, type: Schedule}",
        "{id: s, type: Schedule, cron: \"* * * *\"}",
        "{id: s, type: Schedule, cron: \"* * * * *\", timezone: Europe/Pari}",
        "{id: s, type: Schedule, cron: \"* * * * *\", dst: SOMEHOW}",
        "{id: s, type: Schedule, cron: \"* * * * *\", recoverMissedSchedules: SOME}",
        "{id: w, type: Webhook}",
        "{id: w, type: Webhook, key: \"\"}",
        "{id: d, type: ScheduleOnDates}",
        "{id: d, type: ScheduleOnDates, dates: []}",
        "{id: d, type: ScheduleOnDates, dates: [tomorrow]}",
        "{id: d, type: ScheduleOnDates, dates: [2030-13-01]}",
        "{id: d, type: ScheduleOnDates, dates: [[a]]}",
        "{id: w, type: Webhook, key: k, conditions: [{type: Nobody}]}",
        "{id: w, type: Webhook, key: k, conditions: [{type: Weekend, day: x}]}",
        "{id: f, type: Flow, states: [DONE]}",
        "{id: f, type: Flow, conditions: [{type: DayWeek, dayOfWeek: SOMEDAY}]}",
        "{id: x, type: io.kestra.plugin.aws.s3.Trigger}"
      })
  void wrong_triggers_are_refused(String yaml) {
    assertThat(refusals(HEAD + TASK + "triggers:\n  - " + yaml + "\n")).isNotEmpty();
  }

  @Test
  void an_unknown_zone_is_mended() {
    assertThat(
            refusals(
                HEAD
                    + TASK
                    + "triggers:\n"
                    + "  - {id: s, type: Schedule, cron: \"@daily\", timezone: Europe/Pariss}\n"))
        .singleElement()
        .asString()
        .contains("Did you mean 'Europe/Paris'?");
  }
}
