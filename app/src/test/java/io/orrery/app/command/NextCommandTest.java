package io.orrery.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NextCommandTest {

  private final Shell shell = new Shell(Path.of(""), new RealParts());

  @Test
  void slots_are_printed_from_now_on() {
    var said = shell.run("next", "0 9 * * MON-FRI", "--zone", "UTC", "--count", "2");
    assertThat(said.code()).isZero();
    assertThat(said.out())
        .isEqualTo("2027-01-01T09:00:00+00:00  Fri\n2027-01-04T09:00:00+00:00  Mon\n");
  }

  @Test
  void a_slot_in_the_gap_of_spring_says_that_it_moved() {
    var said = next("30 2 * * *", "2027-03-27", 3);
    assertThat(said.out())
        .isEqualTo(
            """
            2027-03-27T02:30:00+01:00  Sat
            2027-03-28T03:00:00+02:00  Sun  (moved: the time meant does not exist that day, clocks go forward)
            2027-03-29T02:30:00+02:00  Mon
            """);
  }

  @Test
  void a_slot_that_comes_twice_in_autumn_is_due_once() {
    assertThat(next("30 2 * * *", "2027-10-30T12:00", 1).out())
        .isEqualTo(
            "2027-10-31T02:30:00+02:00  Sun  (this time comes twice, clocks go back: due once, the"
                + " first time)\n");
  }

  @Test
  void a_change_of_the_clocks_between_two_slots_is_said() {
    assertThat(next("0 12 * * *", "2027-03-27", 2).out())
        .endsWith("2027-03-28T12:00:00+02:00  Sun  (clocks went forward since the line above)\n");
  }

  @Test
  void the_dialect_is_seen_from_the_text_or_given() {
    assertThat(shell.run("next", "0 0 12 ? * 6L", "--zone", "UTC", "--count", "1").out())
        .isEqualTo("2027-01-29T12:00:00+00:00  Fri\n");
    assertThat(
            shell
                .run(
                    "next",
                    "*/20 * * * * *",
                    "--dialect",
                    "kestra",
                    "--zone",
                    "UTC",
                    "--count",
                    "2")
                .out())
        .isEqualTo("2027-01-01T00:00:20+00:00  Fri\n2027-01-01T00:00:40+00:00  Fri\n");
  }

  @Test
  void what_is_no_cron_expression_is_exit_code_two_and_says_what_is_wrong() {
    var said = shell.run("next", "61 * * * *");
    assertThat(said.code()).isEqualTo(ExitCode.INVALID);
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).contains("61");
    assertThat(shell.run("next", "0 0 30 2 *").code()).isEqualTo(ExitCode.INVALID);
  }

  @Test
  void a_calendar_leaves_days_out_or_moves_what_is_due_on_them() {
    var weekdays =
        shell.run(
            "next",
            "0 9 * * *",
            "--zone",
            "UTC",
            "--count",
            "2",
            "--calendar",
            "{exclude: [WEEKEND]}");
    assertThat(weekdays.out())
        .isEqualTo("2027-01-01T09:00:00+00:00  Fri\n2027-01-04T09:00:00+00:00  Mon\n");
    var moved =
        shell.run(
            "next",
            "0 0 9 1 5 ?",
            "--zone",
            "UTC",
            "--count",
            "1",
            "--calendar",
            "{exclude: [WEEKEND], onExcluded: PREVIOUS_DAY}");
    assertThat(moved.out()).isEqualTo("2027-04-30T09:00:00+00:00  Fri\n");
  }

  @Test
  void what_is_no_calendar_is_exit_code_two() {
    for (var calendar : new String[] {"{exclude: [someday]}", "bank", "{", "a\nb"}) {
      var said = shell.run("next", "0 9 * * *", "--calendar", calendar);
      assertThat(said.code()).as(calendar).isEqualTo(ExitCode.INVALID);
      assertThat(said.err()).isNotEmpty();
    }
  }

  @Test
  void wrong_flags_are_explained() {
    assertThat(shell.run("next", "* * * * *", "--after", "soon").err()).contains("is not a time");
    assertThat(shell.run("next", "* * * * *", "--count", "0").err()).contains("must be 1 to");
    assertThat(shell.run("next", "* * * * *", "--zone", "Mars").code()).isEqualTo(ExitCode.INVALID);
  }

  @Test
  void the_schedules_of_a_flow_are_shown_with_their_lists_of_dates(@TempDir Path folder)
      throws IOException {
    var flow = folder.resolve("flow.yaml");
    Files.writeString(
        flow,
        """
        id: f
        namespace: test
        tasks: [{id: t, type: io.kestra.plugin.core.log.Log, message: hi}]
        triggers:
          - id: on-dates
            type: io.kestra.plugin.core.trigger.ScheduleOnDates
            timezone: Europe/Paris
            dates: ["2027-05-01T09:00:00", "2026-01-01T00:00:00Z", "2027-02-01T00:00:00Z"]
          - id: mondays
            type: io.kestra.plugin.core.trigger.Schedule
            cron: "0 9 * * *"
            timezone: UTC
            conditions: [{type: io.kestra.plugin.core.condition.DayWeek, dayOfWeek: MONDAY}]
        """);
    var both = shell.run("next", "--flow", flow.toString(), "--count", "2");
    assertThat(both.out())
        .isEqualTo(
            """
            2027-02-01T01:00:00+01:00  Mon  on-dates
            2027-05-01T09:00:00+02:00  Sat  on-dates
            2027-01-04T09:00:00+00:00  Mon  mondays
            2027-01-11T09:00:00+00:00  Mon  mondays
            """);
    var one = shell.run("next", "--flow", flow.toString(), "--trigger", "on-dates");
    assertThat(one.out()).hasLineCount(2);
    assertThat(one.err()).contains("on-dates never falls due again.");
    assertThat(shell.run("next", "--flow", flow.toString(), "--trigger", "x").err())
        .contains("has no schedule 'x'");
    assertThat(shell.run("next").err()).contains("--flow is needed");
    assertThat(shell.run("next", "--flow", "nowhere.yaml").code()).isEqualTo(ExitCode.INVALID);
  }

  private Shell.Said next(String cron, String after, int count) {
    return shell.run(
        "next", cron, "--zone", "Europe/Paris", "--after", after, "--count", "" + count);
  }
}
