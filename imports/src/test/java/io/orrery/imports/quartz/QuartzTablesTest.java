package io.orrery.imports.quartz;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.imports.Import;
import io.orrery.imports.Item;
import io.orrery.imports.Source;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuartzTablesTest {

  private static final Source JOBS =
      new Source(
          "qrtz_job_details.csv",
          """
          "SCHED_NAME","JOB_NAME","JOB_GROUP","DESCRIPTION","JOB_CLASS_NAME","IS_DURABLE","IS_NONCONCURRENT","IS_UPDATE_DATA","REQUESTS_RECOVERY","JOB_DATA"
          "s","alone","DEFAULT",NULL,"com.acme.Alone","0","1","0","0","#\nto=you\n"
          "s","many","DEFAULT","Several, at once","com.acme.Many","f","f","f","f","\\xaced0005"
          """);

  private static final Source TRIGGERS =
      new Source(
          "qrtz_triggers.csv",
          """
          SCHED_NAME,TRIGGER_NAME,TRIGGER_GROUP,JOB_NAME,JOB_GROUP,DESCRIPTION,NEXT_FIRE_TIME,PREV_FIRE_TIME,PRIORITY,TRIGGER_STATE,TRIGGER_TYPE,START_TIME,END_TIME,CALENDAR_NAME,MISFIRE_INSTR,JOB_DATA
          s,nightly,g,alone,DEFAULT,,1,1700000000000,5,WAITING,CRON,1600000000000,0,,2,
          s,hourly,g,alone,DEFAULT,,1,-1,5,PAUSED,SIMPLE,1767225600000,0,,-1,
          s,odd,g,many,DEFAULT,,1,-1,5,WAITING,BLOB,1767225600000,0,holidays,0,
          """);

  private static final Source CRONS =
      new Source(
          "qrtz_cron_triggers.csv",
          """
          SCHED_NAME;TRIGGER_NAME;TRIGGER_GROUP;CRON_EXPRESSION;TIME_ZONE_ID
          s;nightly;g;0 0 2 * * ?;Europe/Paris
          s;gone;g;0 0 2 * * ?;Europe/Paris
          """);

  private static final Source SIMPLE =
      new Source(
          "qrtz_simple_triggers.csv",
          """
          SCHED_NAME\tTRIGGER_NAME\tTRIGGER_GROUP\tREPEAT_COUNT\tREPEAT_INTERVAL\tTIMES_TRIGGERED
          s\thourly\tg\t-1\t3600000\t0
          """);

  private static final Source CALENDARS =
      new Source("qrtz_calendars.csv", "SCHED_NAME,CALENDAR_NAME,CALENDAR\ns,holidays,aced00\n");

  private final Import.Done done =
      (Import.Done) Quartz.read(List.of(JOBS, TRIGGERS, CRONS, SIMPLE, CALENDARS), "company.team");

  private String flow(String id) {
    return done.flows().stream().filter(it -> it.id().equals(id)).findFirst().orElseThrow().yaml();
  }

  private Item item(String what) {
    return done.items().stream().filter(it -> it.what().equals(what)).findFirst().orElseThrow();
  }

  @Test
  void tables_that_belong_together_become_flows_with_triggers() {
    assertThat(flow("alone"))
        .contains("cron: \"0 0 2 * * ?\"", "timezone: Europe/Paris", "recoverMissedSchedules: NONE")
        .contains("to: you");
  }

  @Test
  void a_job_that_must_not_run_beside_itself_is_held_back_over_all_of_its_triggers() {
    assertThat(flow("alone")).doesNotContain("allowConcurrent").contains("limit: 1");
    assertThat(flow("many")).doesNotContain("limit: 1");
  }

  @Test
  void a_start_is_only_told_while_the_trigger_has_not_fired() {
    assertThat(flow("alone")).doesNotContain("2020-").contains("after: \"2025-12-31T23:59:59Z\"");
  }

  @Test
  void a_paused_trigger_is_disabled() {
    assertThat(item("simple trigger 'g.hourly'").outcome())
        .isEqualTo(Item.Outcome.MAPPED_WITH_REMARK);
    assertThat(flow("alone")).contains("disabled: true\n    cron: \"0 0 * * * ?\"");
  }

  @Test
  void serialised_objects_are_told_and_never_read() {
    assertThat(item("BLOB trigger 'g.odd'").outcome()).isEqualTo(Item.Outcome.NOT_MAPPED);
    assertThat(item("calendar 'holidays'").place()).isEqualTo("qrtz_calendars.csv:2");
    assertThat(String.join(" ", item("job 'DEFAULT.many'").remarks())).contains("serialised");
  }

  @Test
  void a_timing_without_its_trigger_is_told() {
    assertThat(item("timing of trigger 'g.gone'").outcome()).isEqualTo(Item.Outcome.NOT_MAPPED);
  }

  @Test
  void job_data_is_the_text_of_properties_plain_or_in_hexadecimal() {
    assertThat(QuartzTables.data("#x\na=b\n").values()).isEqualTo(Map.of("a", "b"));
    assertThat(QuartzTables.data("\\x230a613d62").values()).isEqualTo(Map.of("a", "b"));
    assertThat(QuartzTables.data("").opaque()).isFalse();
    assertThat(QuartzTables.data("aced0005").opaque()).isTrue();
  }
}
