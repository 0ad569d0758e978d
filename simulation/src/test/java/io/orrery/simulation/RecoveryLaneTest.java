package io.orrery.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.state.State;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is late, beside what is on time: lanes, rates and causes, on a clock of the test's own.
class RecoveryLaneTest {

  @TempDir Path folder = Path.of("");
  private ScheduleWorld world;

  @BeforeEach
  void begin() {
    world = new ScheduleWorld(folder);
  }

  @AfterEach
  void end() {
    world.close();
  }

  private static String flow(String id, String cron, String... more) {
    return """
    id: %s
    namespace: test
    tasks: [{id: t, type: io.kestra.plugin.core.debug.Return}]
    triggers:
      - id: s
        type: io.kestra.plugin.core.trigger.Schedule
        timezone: UTC
        cron: "%s"
    """
            .formatted(id, cron)
        + String.join("", List.of(more).stream().map(it -> "    " + it + "\n").toList());
  }

  private static String minutely(String... more) {
    return flow("f", "* * * * *", more);
  }

  @Test
  void a_backlog_of_every_second_does_not_hold_up_hourly_schedules() {
    world.save(
        flow(
            "seconds",
            "* * * * * *",
            "withSeconds: true",
            "allowConcurrent: true",
            "catchUp: {maxPerMinute: 100000, maxBacklog: 20000}"));
    for (int i = 0; i < 10; i++) {
      world.save(flow("hourly" + i, "0 * * * *"));
    }
    // Back ten seconds before the hour, 10,000 slots behind.
    world.stall(Duration.ofSeconds(10_760));
    world.pass(Duration.ofSeconds(30));
    for (int i = 0; i < 10; i++) {
      assertThat(world.fires("hourly" + i))
          .filteredOn(fire -> fire.slot().equals(Instant.parse("2026-01-01T03:00:00Z")))
          .singleElement()
          .matches(fire -> fire.cause() == Cause.ON_TIME)
          .matches(fire -> fire.lateBy() <= 2000);
    }
    // Recovery goes on meanwhile, at its own rate.
    var late = world.fires("seconds").stream().filter(fire -> fire.lateBy() > 60_000).toList();
    assertThat(late.size()).isBetween(400, 1500);
    assertThat(within(late, Duration.ofSeconds(1))).isLessThanOrEqualTo(25 + 1);
  }

  /// The most that were decided within any stretch of this length.
  private static int within(List<Fire> fires, Duration stretch) {
    var times = new ArrayList<>(fires.stream().map(Fire::decidedAt).sorted().toList());
    int most = 0;
    int from = 0;
    for (int to = 0; to < times.size(); to++) {
      while (!times.get(to).isBefore(times.get(from).plus(stretch))) from++;
      most = Math.max(most, to - from + 1);
    }
    return most;
  }

  @Test
  void no_minute_has_more_late_fires_than_the_trigger_allows() {
    world.save(minutely("allowConcurrent: true", "catchUp: {maxPerMinute: 7}"));
    world.stall(Duration.ofMinutes(40));
    world.pass(Duration.ofMinutes(8));
    var late = world.fires("f").stream().filter(fire -> fire.cause() != Cause.ON_TIME).toList();
    assertThat(within(late, Duration.ofMinutes(1))).isBetween(6, 7 + 1); // and its own minute
    assertThat(late.size()).isBetween(38, 60);
    assertThat(late).isSortedAccordingTo((a, b) -> a.slot().compareTo(b.slot()));
  }

  @Test
  void newest_first_is_punctual_while_it_goes_back() {
    world.save(minutely("allowConcurrent: true", "catchUp: {maxPerMinute: 6, order: DESC}"));
    world.stall(Duration.ofMinutes(30));
    world.pass(Duration.ofMinutes(3));
    var fires = world.fires("f");
    assertThat(fires.stream().filter(fire -> fire.cause() == Cause.ON_TIME).count())
        .isGreaterThanOrEqualTo(3);
    var late =
        fires.stream()
            .filter(fire -> fire.cause() != Cause.ON_TIME)
            .sorted((a, b) -> a.decidedAt().compareTo(b.decidedAt()))
            .toList();
    assertThat(within(late, Duration.ofMinutes(1))).isLessThanOrEqualTo(6);
    for (int i = 1; i < late.size(); i++) {
      assertThat(late.get(i).decidedAt()).isAfterOrEqualTo(late.get(i - 1).decidedAt());
      if (!late.get(i).decidedAt().equals(late.get(i - 1).decidedAt())) {
        assertThat(late.get(i).slot()).isBefore(late.get(i - 1).slot());
      }
    }
    world.pass(Duration.ofMinutes(8));
    assertThat(world.fires("f")).extracting(Fire::slot).doesNotHaveDuplicates().hasSize(41);
    assertThat(world.state("f").owed().isNothing()).isTrue();
  }

  @Test
  void a_frequent_schedule_that_waits_for_itself_catches_up() {
    world.save(flow("f", "* * * * * *", "withSeconds: true"));
    world.stall(Duration.ofMinutes(3));
    world.pass(Duration.ofMinutes(5));
    var last = world.fires("f").getLast();
    assertThat(last.lateBy()).isLessThan(2000);
    assertThat(world.skips("f")).isEmpty();
    assertThat(world.fires("f")).hasSizeBetween(478, 481);
  }

  @Test
  void a_stall_is_told_from_a_set_clock_an_outage_and_a_restart() {
    world.save(minutely("allowConcurrent: true"));
    world.pass(Duration.ofMinutes(2));
    world.stall(Duration.ofMinutes(5));
    world.pass(Duration.ofMinutes(1));
    assertThat(lateSince(0)).isNotEmpty().containsOnly(Cause.STALL);
    int before = world.fires("f").size();
    world.jump(Duration.ofMinutes(10));
    world.pass(Duration.ofMinutes(1));
    assertThat(lateSince(before)).isNotEmpty().containsOnly(Cause.CLOCK_JUMP);
    before = world.fires("f").size();
    world.outage(Duration.ofMinutes(5));
    world.pass(Duration.ofMinutes(1));
    assertThat(lateSince(before)).isNotEmpty().containsOnly(Cause.DB_OUTAGE);
    before = world.fires("f").size();
    world.crash(Duration.ofMinutes(5));
    world.pass(Duration.ofMinutes(1));
    assertThat(lateSince(before)).isNotEmpty().containsOnly(Cause.RESTART);
    assertThat(world.fires("f")).extracting(Fire::slot).doesNotHaveDuplicates();
  }

  private List<Cause> lateSince(int first) {
    var fires = world.fires("f");
    return fires.subList(first, fires.size()).stream()
        .filter(fire -> fire.lateBy() > 60_000)
        .map(Fire::cause)
        .toList();
  }

  @Test
  void a_clock_that_is_set_back_holds_the_schedule_and_fires_nothing_twice() {
    world.save(minutely());
    world.pass(Duration.ofMinutes(12));
    assertThat(world.fires("f")).hasSize(12);
    world.jump(Duration.ofMinutes(-10));
    world.pass(Duration.ofMinutes(9));
    assertThat(world.fires("f")).hasSize(12);
    world.pass(Duration.ofMinutes(3));
    assertThat(world.fires("f")).extracting(Fire::slot).doesNotHaveDuplicates().hasSize(14);
  }

  @Test
  void a_newer_date_kills_what_runs_and_fires_when_it_is_dead() {
    world.jobsTake(Duration.ofMinutes(30), State.SUCCESS);
    world.save(minutely("overlap: CANCEL_RUNNING"));
    world.pass(Duration.ofMinutes(4));
    assertThat(world.fires("f")).extracting(Fire::decision).containsOnly(Decision.FIRED).hasSize(4);
    assertThat(world.executions("f").stream().filter(it -> it.state() == State.KILLED)).hasSize(3);
    assertThat(world.executions("f").stream().filter(it -> !it.state().terminal())).hasSize(1);
    assertThat(world.fires("f").getLast().lateBy()).isBetween(5000L, 6000L);
  }

  @Test
  void a_date_that_meets_a_living_execution_is_skipped_when_it_is_due() {
    world.jobsTake(Duration.ofSeconds(150), State.SUCCESS);
    world.save(minutely("overlap: SKIP"));
    world.pass(Duration.ofMinutes(3));
    assertThat(world.fires("f")).hasSize(1);
    assertThat(world.skips("f"))
        .hasSize(2)
        .allMatch(skip -> skip.decision() == Decision.SKIPPED_OVERLAP);
    world.crash(Duration.ofSeconds(1));
    world.pass(Duration.ofMinutes(1));
    assertThat(world.executions("f").stream().filter(it -> !it.state().terminal()))
        .hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void what_stops_after_a_failure_keeps_its_backlog_until_somebody_chooses() {
    world.jobsTake(Duration.ofSeconds(90), State.FAILED);
    world.save(minutely("stopAfter: [FAILED]"));
    world.pass(Duration.ofMinutes(4));
    assertThat(world.fires("f")).hasSize(1);
    assertThat(world.state("f").disabled()).isTrue();
    world.jobsTake(Duration.ofMillis(10), State.SUCCESS);
    world.enable("f", Recover.ALL);
    world.pass(Duration.ofSeconds(20));
    assertThat(world.fires("f")).hasSize(4).extracting(Fire::slot).doesNotHaveDuplicates();
    assertThat(world.skips("f")).isEmpty();
  }

  @Test
  void deleted_and_made_again_it_decides_nothing_a_second_time() {
    var source =
        """
        id: f
        namespace: test
        tasks: [{id: t, type: io.kestra.plugin.core.debug.Return}]
        triggers:
          - id: s
            type: io.kestra.plugin.core.trigger.ScheduleOnDates
            dates: [2025-12-01T00:00:00Z, 2025-12-02T00:00:00Z, 2026-01-01T00:05:00Z]
        """;
    world.save(source);
    world.pass(Duration.ofSeconds(10));
    assertThat(world.fires("f")).hasSize(2);
    world.delete("f");
    world.pass(Duration.ofSeconds(1));
    world.save(source);
    world.pass(Duration.ofMinutes(6));
    assertThat(world.fires("f")).hasSize(3).extracting(Fire::slot).doesNotHaveDuplicates();
  }
}
