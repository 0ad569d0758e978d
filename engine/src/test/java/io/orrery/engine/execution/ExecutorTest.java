package io.orrery.engine.execution;

import static io.orrery.model.state.State.CANCELLED;
import static io.orrery.model.state.State.FAILED;
import static io.orrery.model.state.State.KILLED;
import static io.orrery.model.state.State.KILLING;
import static io.orrery.model.state.State.PAUSED;
import static io.orrery.model.state.State.RETRIED;
import static io.orrery.model.state.State.RUNNING;
import static io.orrery.model.state.State.SKIPPED;
import static io.orrery.model.state.State.SUCCESS;
import static io.orrery.model.state.State.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.State;
import io.orrery.model.state.StateChange;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ExecutorTest {

  private static Function<TaskRun, State> failing(String... tasks) {
    var names = Set.of(tasks);
    return run -> names.contains(run.taskId()) || names.contains(Play.name(run)) ? FAILED : SUCCESS;
  }

  @Test
  void tasks_run_one_after_another_and_the_execution_succeeds() {
    var play = Play.of("tasks: [{id: a, type: Log}, {id: b, type: Log}]").run();
    assertThat(play.order()).containsExactly("a", "b");
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.liveMost()).isEqualTo(1);
    assertThat(play.seen).filteredOn(Effect.Finished.class::isInstance).hasSize(1);
  }

  @Test
  void a_failure_stops_the_branch_and_runs_errors_then_finally() {
    var play =
        Play.of(
                """
                tasks: [{id: a, type: Log}, {id: b, type: Log}]
                errors: [{id: e1, type: Log}, {id: e2, type: Log}]
                finally: [{id: f, type: Log}]
                """)
            .where(failing("a"))
            .run();
    assertThat(play.order()).containsExactly("a", "e1", "e2", "f");
    assertThat(play.state()).isEqualTo(FAILED);
  }

  @Test
  void a_failing_errors_branch_changes_nothing_and_a_failing_finally_fails() {
    var errors =
        Play.of(
                """
                tasks: [{id: a, type: Log}]
                errors: [{id: e1, type: Log}, {id: e2, type: Log}]
                """)
            .where(failing("a", "e1"))
            .run();
    assertThat(errors.order()).containsExactly("a", "e1");
    assertThat(errors.state()).isEqualTo(FAILED);

    var cleanup =
        Play.of("tasks: [{id: a, type: Log}]\nfinally: [{id: f, type: Log}]")
            .where(failing("f"))
            .run();
    assertThat(cleanup.state()).isEqualTo(FAILED);
  }

  @Test
  void tasks_after_the_execution_see_its_end_and_cannot_change_it() {
    var play =
        Play.of(
                """
                tasks: [{id: a, type: Log}]
                afterExecution: [{id: x, type: Log}, {id: y, type: Log}]
                """)
            .where(failing("x"))
            .run();
    assertThat(play.order()).containsExactly("a", "x");
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.head().finished()).isTrue();
  }

  @Test
  void allowances_soften_a_failure_and_then_a_warning() {
    var play =
        Play.of(
                """
                tasks:
                  - {id: a, type: Log, allowFailure: true}
                  - {id: b, type: Log, allowFailure: true, allowWarning: true}
                """)
            .where(_ -> FAILED)
            .run();
    assertThat(play.states("a")).containsExactly(WARNING);
    assertThat(play.states("b")).containsExactly(SUCCESS);
    assertThat(play.state()).isEqualTo(WARNING);
  }

  @Test
  void allow_failure_runs_its_errors_and_the_flow_goes_on() {
    var play =
        Play.of(
                """
                tasks:
                  - id: guard
                    type: AllowFailure
                    tasks: [{id: a, type: Log}]
                    errors: [{id: e, type: Log}]
                  - {id: after, type: Log}
                errors: [{id: never, type: Log}]
                """)
            .where(failing("a"))
            .run();
    assertThat(play.order()).containsExactly("guard", "a", "e", "after");
    assertThat(play.states("guard")).containsExactly(WARNING);
    assertThat(play.state()).isEqualTo(WARNING);
  }

  @Test
  void parallel_runs_within_its_limit_and_lets_running_children_end_after_a_failure() {
    var text =
        """
        tasks:
          - id: p
            type: Parallel
            concurrent: %d
            tasks: [{id: a, type: Log}, {id: b, type: Log}, {id: c, type: Log}, {id: d, type: Log}]
        """;
    assertThat(Play.of(text.formatted(0)).run().liveMost()).isEqualTo(4);
    assertThat(Play.of(text.formatted(2)).run().liveMost()).isEqualTo(2);

    var failed = Play.of(text.formatted(2)).where(failing("a")).run();
    assertThat(failed.order()).containsExactly("p", "a", "b");
    assertThat(failed.states("b")).containsExactly(SUCCESS);
    assertThat(failed.state()).isEqualTo(FAILED);
  }

  @Test
  void a_dag_waits_for_what_it_names() {
    var play =
        Play.of(
                """
                tasks:
                  - id: dag
                    type: Dag
                    tasks:
                      - {task: {id: d, type: Log}, dependsOn: [b, c]}
                      - {task: {id: b, type: Log}, dependsOn: [a]}
                      - {task: {id: c, type: Log}, dependsOn: [a]}
                      - {task: {id: a, type: Log}}
                """)
            .run();
    assertThat(play.order()).containsExactly("dag", "a", "b", "c", "d");
    assertThat(play.liveMost()).isEqualTo(2);
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  @Test
  void conditions_choose_a_branch_once() {
    var play =
        Play.of(
                """
                tasks:
                  - {id: yes, type: If, condition: "{{ 1 == 1 }}", then: [{id: a, type: Log}], else: [{id: b, type: Log}]}
                  - {id: no, type: If, condition: "false", then: [{id: c, type: Log}], else: [{id: d, type: Log}]}
                  - {id: none, type: If, condition: "0", then: [{id: e, type: Log}]}
                  - id: sw
                    type: Switch
                    value: "{{ flow.id }}"
                    cases: {other: [{id: x, type: Log}], play: [{id: y, type: Log}]}
                """)
            .run();
    assertThat(play.order()).containsExactly("yes", "a", "no", "d", "none", "sw", "y");
    assertThat(play.only("yes").outputs()).isEqualTo(Map.of("evaluationResult", true));
    assertThat(play.only("sw").outputs()).isEqualTo(Map.of("value", "play", "defaults", false));
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  @Test
  void a_switch_without_a_case_takes_its_defaults_or_fails() {
    var text = "tasks: [{id: sw, type: Switch, value: z, cases: {a: [{id: x, type: Log}]}%s}]";
    var byDefault = Play.of(text.formatted(", defaults: [{id: y, type: Log}]")).run();
    assertThat(byDefault.order()).containsExactly("sw", "y");
    assertThat(byDefault.only("sw").outputs()).isEqualTo(Map.of("value", "z", "defaults", true));
    assertThat(Play.of(text.formatted("")).run().state()).isEqualTo(FAILED);
  }

  @Test
  void run_if_skips_what_renders_false_and_fails_what_does_not_render() {
    var play =
        Play.of(
                """
                tasks:
                  - {id: a, type: Log, runIf: "{{ false }}"}
                  - {id: seq, type: Sequential, runIf: "{{ 0 }}", tasks: [{id: in, type: Log}]}
                  - {id: b, type: Log, runIf: "{{ outputs.nobody.value }}"}
                  - {id: c, type: Log}
                """)
            .run();
    assertThat(play.states("a")).containsExactly(SKIPPED);
    assertThat(play.states("seq")).containsExactly(SKIPPED);
    assertThat(play.states("b")).containsExactly(FAILED);
    assertThat(play.order()).containsExactly("a", "seq", "b");
    assertThat(play.state()).isEqualTo(FAILED);
  }

  @Test
  void a_loop_goes_through_its_values_one_by_one_unless_it_may_more() {
    var text =
        """
        tasks:
          - id: loop
            type: ForEach
            values: ["x", "y", "x", {"k": 1}]
            concurrencyLimit: %d
            tasks: [{id: a, type: Log}, {id: b, type: Log}]
        """;
    var one = Play.of(text.formatted(1)).run();
    assertThat(one.order())
        .containsExactly("loop", "a[x]", "b[x]", "a[y]", "b[y]", "a[{\"k\":1}]", "b[{\"k\":1}]");
    assertThat(one.liveMost()).isEqualTo(1);
    assertThat(Play.of(text.formatted(2)).run().liveMost()).isEqualTo(2);
    assertThat(Play.of(text.formatted(0)).run().liveMost()).isEqualTo(3);
  }

  @Test
  void a_failed_value_stops_the_loop_and_others_under_way_end_where_they_are() {
    var play =
        Play.of(
                """
                tasks:
                  - id: loop
                    type: ForEach
                    values: [x, y, z]
                    concurrencyLimit: 2
                    tasks: [{id: a, type: Log}, {id: b, type: Log}]
                    errors: [{id: e, type: Log}]
                """)
            .where(failing("a[x]"))
            .run();
    assertThat(play.order()).containsExactly("loop", "a[x]", "a[y]", "e");
    assertThat(play.states("loop")).containsExactly(FAILED);
  }

  @Test
  void each_parallel_runs_every_task_for_every_value_at_once() {
    var play =
        Play.of(
                """
                tasks:
                  - id: each
                    type: EachParallel
                    value: ["1", "2"]
                    tasks: [{id: a, type: Log}, {id: b, type: Log}]
                """)
            .run();
    assertThat(play.order()).containsExactly("each", "a[1]", "b[1]", "a[2]", "b[2]");
    assertThat(play.liveMost()).isEqualTo(4);
  }

  @Test
  void a_long_loop_of_instant_children_needs_no_deep_stack() {
    var play =
        Play.of(
                """
                tasks:
                  - id: loop
                    type: ForEach
                    values: "{{ range(1, 5000) }}"
                    tasks: [{id: in, type: If, condition: "false", then: [{id: a, type: Log}]}]
                """)
            .run();
    assertThat(play.all()).hasSize(5001);
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  @Test
  void a_null_among_the_values_fails_the_loop_before_any_child() {
    var play =
        Play.of(
                """
                tasks: [{id: loop, type: ForEach, values: [1, null], tasks: [{id: a, type: Log}]}]
                """)
            .run();
    assertThat(play.order()).containsExactly("loop");
    assertThat(play.state()).isEqualTo(FAILED);
    assertThat(play.seen)
        .anyMatch(
            it ->
                it instanceof Effect.Log line
                    && line.message()
                        .contains("Found '1' null values on Each, with values=[1, null]"));
  }

  @Test
  void a_retry_keeps_the_task_run_and_counts_the_first_attempt() {
    var play =
        Play.of(
                """
                tasks: [{id: a, type: Log, retry: {type: constant, interval: PT1S, maxAttempts: 3}}]
                errors: [{id: e, type: Log}]
                """)
            .where(failing("a"))
            .run();
    assertThat(play.order()).containsExactly("a", "e");
    assertThat(play.only("a").attempts()).hasSize(3);
    assertThat(play.state()).isEqualTo(FAILED);
    assertThat(Duration.between(play.head().history().startedAt(), play.now()))
        .isEqualTo(Duration.ofSeconds(2));
    assertThat(play.head().history().changes())
        .extracting(StateChange::state)
        .containsExactly(
            State.CREATED, RUNNING, State.RETRYING, RUNNING, State.RETRYING, RUNNING, FAILED);
  }

  @Test
  void retries_are_inherited_and_end_before_their_longest_time() {
    var inherited =
        Play.of(
                """
                tasks:
                  - id: seq
                    type: Sequential
                    retry: {type: constant, interval: PT2S, maxDuration: PT6S}
                    tasks: [{id: a, type: Log}]
                """)
            .where(failing("a"));
    inherited.run();
    // Tries at 0, 2, 4 and 6 s; the next one would land at 8 s.
    assertThat(inherited.only("a").attempts()).hasSize(4);
  }

  @Test
  void exponential_waits_double_up_to_their_longest() {
    var play =
        Play.of(
                """
                tasks:
                  - id: a
                    type: Log
                    retry: {type: exponential, interval: PT1S, maxInterval: PT4S, maxAttempts: 5}
                """)
            .where(failing("a"))
            .run();
    assertThat(Duration.between(play.head().history().startedAt(), play.now()))
        .isEqualTo(Duration.ofSeconds(1 + 2 + 4 + 4));
  }

  @Test
  void a_success_after_a_retry_may_be_a_warning() {
    var play =
        Play.of(
                """
                tasks:
                  - id: a
                    type: Log
                    retry: {type: constant, interval: PT1S, maxAttempts: 3, warningOnRetry: true}
                """)
            .where(run -> run.attempts().isEmpty() ? FAILED : SUCCESS)
            .run();
    assertThat(play.only("a").attempts()).hasSize(2);
    assertThat(play.state()).isEqualTo(WARNING);
  }

  @Test
  void a_retry_as_a_new_execution_ends_this_one_retried() {
    var play =
        Play.of(
                """
                retry: {type: constant, interval: PT1S, maxAttempts: 2, behavior: CREATE_NEW_EXECUTION}
                tasks: [{id: seq, type: Sequential, tasks: [{id: a, type: Log}]}]
                """)
            .where(failing("a"))
            .run();
    assertThat(play.state()).isEqualTo(RETRIED);
    assertThat(play.states("a")).containsExactly(RETRIED);
    assertThat(play.states("seq")).containsExactly(RETRIED);
    var next =
        play.seen.stream()
            .filter(Effect.Start.class::isInstance)
            .map(it -> ((Effect.Start) it).execution())
            .toList();
    assertThat(next).hasSize(1);
    assertThat(next.getFirst().fixed().attemptNumber()).isEqualTo(2);
    assertThat(next.getFirst().fixed().originalId()).isEqualTo(play.head().id());
    assertThat(next.getFirst().wakeAt()).contains(play.now().plusSeconds(1));
  }

  @Test
  void a_kill_stops_jobs_and_ends_from_the_inside_out_without_errors_or_finally() {
    var play =
        Play.of(
            """
            tasks:
              - id: p
                type: Parallel
                tasks:
                  - {id: a, type: Log}
                  - {id: s, type: Sequential, tasks: [{id: b, type: Log}, {id: c, type: Log}]}
            errors: [{id: e, type: Log}]
            finally: [{id: f, type: Log}]
            """);
    play.begin();
    play.happen(new Event.Kill(true, play.now()));
    assertThat(play.state()).isEqualTo(KILLING);
    assertThat(play.seen).filteredOn(Effect.StopJob.class::isInstance).hasSize(2);
    play.happen(play.ended(play.only("a"), KILLED));
    assertThat(play.state()).isEqualTo(KILLING);
    play.happen(play.ended(play.only("b"), KILLED));
    assertThat(play.state()).isEqualTo(KILLED);
    assertThat(play.order()).containsExactly("p", "a", "s", "b");
    assertThat(play.all()).allMatch(run -> run.state() == KILLED);
  }

  @Test
  void a_pause_waits_for_a_person_or_for_its_time() {
    var play = Play.of("tasks: [{id: w, type: Pause}, {id: a, type: Log}]").run();
    assertThat(play.state()).isEqualTo(PAUSED);
    play.happen(new Event.Resume(Map.of("ok", true), play.now()));
    assertThat(play.only("w").outputs())
        .isEqualTo(
            Map.of(
                "onResume",
                Map.of("ok", true),
                "resumed",
                Map.of("on", "2026-01-01T00:00:00.000Z", "to", "RUNNING")));
    assertThat(play.state()).isEqualTo(RUNNING);

    var timed = Play.of("tasks: [{id: w, type: Pause, delay: PT1M}, {id: a, type: Log}]").run();
    assertThat(timed.state()).isEqualTo(SUCCESS);
    assertThat(Duration.between(timed.head().history().startedAt(), timed.now()))
        .isEqualTo(Duration.ofMinutes(1));

    var text = "tasks: [{id: w, type: Pause, delay: PT1M, behavior: %s}, {id: a, type: Log}]";
    assertThat(Play.of(text.formatted("FAIL")).run().state()).isEqualTo(FAILED);
    assertThat(Play.of(text.formatted("WARN")).run().state()).isEqualTo(WARNING);
    assertThat(Play.of(text.formatted("CANCEL")).run().state()).isEqualTo(CANCELLED);
    assertThat(Play.of("tasks: [{id: w, type: Pause, timeout: PT1M}]").run().state())
        .isEqualTo(FAILED);
  }

  @Test
  void a_paused_execution_can_be_killed() {
    var play = Play.of("tasks: [{id: w, type: Pause}, {id: a, type: Log}]").run();
    play.happen(new Event.Kill(true, play.now()));
    assertThat(play.state()).isEqualTo(KILLED);
    assertThat(play.order()).containsExactly("w");
  }

  @Test
  void late_and_doubled_news_changes_nothing() {
    var play = Play.of("tasks: [{id: a, type: Log}, {id: b, type: Log}]");
    play.begin();
    var ended = play.ended(play.only("a"), SUCCESS);
    play.happen(ended);
    var after = play.head();
    play.happen(ended);
    play.happen(new Event.Begin(play.now()));
    play.happen(new Event.WakeUp(0, play.now()));
    play.happen(new Event.Prepared(0, new Preparation.Skip(), play.now()));
    assertThat(play.head()).isEqualTo(after);
    assertThat(play.order()).containsExactly("a", "b");
  }

  @Test
  void a_restart_runs_what_failed_again_and_drops_what_ran_because_of_it() {
    var play =
        Play.of(
                """
                tasks:
                  - {id: a, type: Log}
                  - id: p
                    type: Parallel
                    tasks: [{id: b, type: Log}, {id: c, type: Log}]
                  - {id: d, type: Log}
                errors: [{id: e, type: Log}]
                """)
            .where(failing("b"))
            .run();
    assertThat(play.order()).containsExactly("a", "p", "b", "c", "e");
    play.where(_ -> SUCCESS);
    play.act(new Event.Restart(play.now()));
    assertThat(play.state()).isEqualTo(RUNNING);
    finish(play);
    assertThat(play.order()).containsExactly("a", "p", "b", "c", "d");
    assertThat(play.only("b").attempts()).hasSize(2);
    assertThat(play.only("a").attempts()).hasSize(1);
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  @Test
  void a_restart_takes_up_a_loop_where_it_stopped() {
    var play =
        Play.of(
                """
                tasks:
                  - id: loop
                    type: ForEach
                    values: [x, y, z]
                    concurrencyLimit: 2
                    tasks: [{id: a, type: Log}, {id: b, type: Log}]
                """)
            .where(failing("a[x]"))
            .run();
    play.where(_ -> SUCCESS);
    play.act(new Event.Restart(play.now()));
    finish(play);
    assertThat(play.order())
        .containsExactlyInAnyOrder("loop", "a[x]", "a[y]", "b[x]", "b[y]", "a[z]", "b[z]");
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  private static void finish(Play play) {
    for (int i = 0; i < 1000 && !play.head().finished(); i++) {
      play.step();
    }
  }
}
