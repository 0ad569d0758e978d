package io.orrery.app.flows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.controller.Orchestrator.BackfillChange;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.Triggers;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Lists of dates and backfills, on every database. The dates are long past, so that only they can
/// be due.
abstract class SchedulesContract extends HouseContract {

  private static final TriggerId TRIGGER = new TriggerId(new FlowId("test", "f"), "s");
  private static final String TASK =
      """
      id: f
      namespace: test
      inputs: [{id: x, type: STRING, defaults: of the flow}]
      tasks: [{id: t, type: io.kestra.plugin.core.debug.Return, format: "{{ trigger.date }} {{ inputs.x }}"}]
      """;
  private static final String NEW_YEAR =
      TASK
          + """
          triggers:
            - id: s
              type: io.kestra.plugin.core.trigger.Schedule
              cron: "0 0-9 1 1 *"
              timezone: UTC
              inputs: {x: of the trigger}
          """;

  private WholeExecution end(String lane, String slot) {
    return house.end(id(lane, slot));
  }

  private static ExecutionId id(String lane, String slot) {
    return Triggers.executionId(TRIGGER, lane, Instant.parse(slot));
  }

  private static @Nullable Object said(WholeExecution whole) {
    return House.only(whole, "t").outputs().get("value");
  }

  private TriggerState change(BackfillChange change) {
    return house.orchestrator().backfill(TRIGGER, change).toCompletableFuture().join();
  }

  private static BackfillChange.Begin begin(String lane, String end, boolean paused) {
    return new BackfillChange.Begin(
        lane,
        Instant.parse("2025-01-01T01:00:00Z"),
        Optional.of(Instant.parse(end)),
        paused,
        Map.of("x", "{{ 'of the ' ~ 'backfill' }}"),
        Map.of("reason", "late"));
  }

  @Test
  void past_dates_of_a_new_list_start_the_flow_one_after_the_other() {
    house.deploy(
        TASK
            + """
            triggers:
              - id: s
                type: io.kestra.plugin.core.trigger.ScheduleOnDates
                timezone: Europe/Paris
                dates: [2025-01-02T00:00:00Z, 2025-01-01T00:00:00]
            """);
    var second = end(Fire.SCHEDULE_LANE, "2025-01-02T00:00:00Z");
    assertThat(said(second)).isEqualTo("2025-01-02T01:00:00+01:00 of the flow");
    assertThat(said(end(Fire.SCHEDULE_LANE, "2024-12-31T23:00:00Z")))
        .isEqualTo("2025-01-01T00:00:00+01:00 of the flow");
    house.restart();
    assertThat(house.executionsOf("f")).hasSize(2);
  }

  private static String onDates(String calendar) {
    return TASK
        + """
        triggers:
          - id: s
            type: io.kestra.plugin.core.trigger.ScheduleOnDates
            timezone: UTC
            dates: [2025-01-04T09:00:00, 2025-01-06T09:00:00, 2025-01-07T09:00:00]
            calendar: %s
        """
            .formatted(calendar);
  }

  @Test
  void a_calendar_of_the_namespace_says_on_which_days_a_schedule_is_due() {
    house.deploy(
        """
        id: upload
        namespace: test
        tasks:
          - id: days
            type: io.kestra.plugin.core.storage.Write
            content: "exclude: [WEEKEND]"
          - id: events
            type: io.kestra.plugin.core.storage.Write
            content: |
              BEGIN:VCALENDAR
              VERSION:2.0
              BEGIN:VEVENT
              UID:epiphany
              DTSTART;VALUE=DATE:20200106
              RRULE:FREQ=YEARLY
              END:VEVENT
              END:VCALENDAR
          - id: up
            type: io.kestra.plugin.core.namespace.UploadFiles
            namespace: test
            filesMap:
              calendars/week.yaml: "{{ outputs.days.uri }}"
              calendars/feasts.ics: "{{ outputs.events.uri }}"
        """);
    assertThat(house.run("upload").execution().state()).isEqualTo(State.SUCCESS);
    house.deploy(onDates("{exclude: [{name: week}, {name: feasts}]}"));
    end(Fire.SCHEDULE_LANE, "2025-01-07T09:00:00Z");
    house.restart();
    assertThat(house.executionsOf("f"))
        .extracting(Execution::id)
        .containsExactly(id(Fire.SCHEDULE_LANE, "2025-01-07T09:00:00Z"));
  }

  @Test
  void a_schedule_whose_calendar_is_not_there_says_so_in_an_execution_that_failed() {
    house.deploy(onDates("nowhere"));
    var whole = end(Fire.SCHEDULE_LANE, "2025-01-04T09:00:00Z");
    assertThat(whole.execution().state()).isEqualTo(State.FAILED);
    assertThat(String.join(" ", house.logs(whole.execution().id())))
        .contains("there is no calendar 'nowhere'", "calendars/nowhere.ics");
  }

  @Test
  void a_backfill_makes_each_date_of_its_range_and_leaves_the_schedule_alone() {
    house.deploy(NEW_YEAR);
    var begun = change(begin("lane", "2025-01-01T03:00:00Z", false));
    var whole = end("lane", "2025-01-01T03:00:00Z");
    assertThat(said(whole)).isEqualTo("2025-01-01T03:00:00Z of the backfill");
    assertThat(whole.execution().labels()).containsEntry("reason", "late");
    assertThat(house.executionsOf("f")).hasSize(3);
    // Once it is over another may begin, over the same dates.
    var again = change(begin("again", "2025-01-01T01:00:00Z", false));
    assertThat(again.nextSlot()).isEqualTo(begun.nextSlot()).isPresent();
    assertThat(end("again", "2025-01-01T01:00:00Z").execution().state()).isEqualTo(State.SUCCESS);
  }

  @Test
  void a_paused_backfill_waits_over_a_restart_and_goes_on() {
    house.deploy(NEW_YEAR);
    change(begin("lane", "2025-01-01T02:00:00Z", true));
    assertThatThrownBy(() -> change(begin("other", "2025-01-01T02:00:00Z", false)))
        .hasMessageContaining("has a backfill already");
    house.restart();
    assertThat(house.executionsOf("f")).isEmpty();
    assertThat(change(new BackfillChange.Unpause()).backfill()).isPresent();
    end("lane", "2025-01-01T01:00:00Z");
    house.restart();
    end("lane", "2025-01-01T02:00:00Z");
    assertThat(house.executionsOf("f")).hasSize(2);
  }

  @Test
  void a_removed_backfill_makes_nothing_more() {
    house.deploy(NEW_YEAR);
    change(begin("lane", "2025-01-01T02:00:00Z", true));
    assertThat(change(new BackfillChange.Remove()).backfill()).isEmpty();
    assertThatThrownBy(() -> change(new BackfillChange.Unpause()))
        .hasMessageContaining("has no backfill");
    assertThat(house.executionsOf("f")).isEmpty();
  }

  @Test
  void conditions_are_judged_for_each_date_of_a_backfill() {
    house.deploy(NEW_YEAR + "    when: \"{{ trigger.date contains '02:00' }}\"\n");
    change(begin("lane", "2025-01-01T03:00:00Z", false));
    assertThat(end("lane", "2025-01-01T02:00:00Z").execution().state()).isEqualTo(State.SUCCESS);
    assertThat(house.executionsOf("f")).hasSize(1);
  }
}
