package io.orrery.engine.execution;

import static io.orrery.model.state.State.FAILED;
import static io.orrery.model.state.State.KILLED;
import static io.orrery.model.state.State.RETRYING;
import static io.orrery.model.state.State.RUNNING;
import static io.orrery.model.state.State.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.State;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What runs once runs once, and what is over stays over: after kills, retries, restarts and lost
/// workers.
class OnceTest {

  private static Function<TaskRun, State> failing(String taskId) {
    return run -> run.taskId().equals(taskId) ? FAILED : SUCCESS;
  }

  @Test
  void a_kill_between_two_tries_ends_at_once_and_no_later_try_is_made() {
    var play =
        Play.of(
                """
                tasks:
                  - {id: a, type: Log, retry: {type: constant, interval: PT10M}}
                  - {id: b, type: Log}
                """)
            .where(failing("a"))
            .begin();
    while (play.state() != RETRYING) {
      play.step();
    }
    play.happen(new Event.Kill(true, play.now()));
    assertThat(play.state()).isEqualTo(KILLED);
    assertThat(play.only("a").state()).isEqualTo(KILLED);
    play.pass(Duration.ofMinutes(10));
    play.finish();
    assertThat(play.order()).containsExactly("a");
    assertThat(play.only("a").attempts()).hasSize(1);
    assertThat(play.state()).isEqualTo(KILLED);
    assertThat(pending(play)).isEmpty();
  }

  @Test
  void a_task_that_succeeds_at_its_third_try_is_one_task_run_and_the_rest_follows() {
    var play =
        Play.of(
                """
                tasks:
                  - {id: a, type: Log, retry: {type: constant, interval: PT5S, maxAttempts: 3}}
                  - {id: b, type: Log}
                  - {id: c, type: Log}
                """)
            .where(run -> run.taskId().equals("a") && run.attempts().size() < 2 ? FAILED : SUCCESS)
            .run();
    assertThat(play.order()).containsExactly("a", "b", "c");
    assertThat(play.only("a").attempts()).hasSize(3);
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  @Test
  void finally_and_after_execution_run_once_whatever_loops_there_were() {
    var play =
        Play.of(
                """
                tasks:
                  - {id: l, type: ForEach, values: [1, 2, 3], tasks: [{id: a, type: Log}]}
                  - {id: m, type: Loop, values: [1, 2, 3], tasks: [{id: b, type: Log}]}
                finally: [{id: f, type: Log}]
                afterExecution: [{id: z, type: Log}]
                """)
            .run();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.order()).filteredOn("f"::equals).hasSize(1);
    assertThat(play.order()).filteredOn("z"::equals).hasSize(1);
    assertThat(play.order()).endsWith("f", "z");
  }

  @Test
  void an_execution_that_fails_again_after_a_restart_is_failed_though_its_errors_were_handled() {
    var play =
        Play.of("tasks: [{id: a, type: Log}]\nerrors: [{id: e, type: Log}]\n")
            .where(failing("a"))
            .run();
    assertThat(play.state()).isEqualTo(FAILED);
    play.act(new Event.Restart(play.now())).finish();
    assertThat(play.state()).isEqualTo(FAILED);
    assertThat(play.order()).containsExactly("a", "e");
    assertThat(play.only("a").attempts()).hasSize(2);
  }

  @Test
  void what_a_broken_promise_stopped_is_not_sent_to_another_worker_when_its_own_is_lost() {
    var play =
        Play.of(
                """
                sla: [{id: s, type: MAX_DURATION, duration: PT1M, behavior: FAIL}]
                tasks: [{id: a, type: Log}, {id: b, type: Log}]
                """)
            .begin();
    play.pass(Duration.ofMinutes(1));
    play.happen(new Event.DeadlineDue(play.now()));
    assertThat(pending(play)).noneMatch(effect -> effect instanceof Effect.Dispatch);
    var a = play.only("a");
    play.happen(play.ended(a, SUCCESS)); // late, from a worker thought dead
    play.finish();
    assertThat(play.state()).isEqualTo(FAILED);
    assertThat(play.order()).containsExactly("a");
    assertThat(pending(play)).isEmpty();
  }

  @Test
  void the_end_of_the_last_of_a_thousand_is_the_end_of_their_loop() {
    var values =
        IntStream.range(0, 1000).mapToObj(String::valueOf).collect(Collectors.joining(","));
    var play =
        Play.of(
            """
            tasks:
              - {id: l, type: ForEach, values: [%s], concurrencyLimit: 0, tasks: [{id: a, type: Log}]}
            """
                .formatted(values));
    play.begin();
    while (play.order().size() <= 1000) {
      play.step();
    }
    var children = play.all().stream().filter(run -> run.taskId().equals("a")).toList();
    for (var child : children.subList(0, 999)) {
      play.happen(play.ended(child, SUCCESS));
    }
    assertThat(play.only("l").state()).isEqualTo(RUNNING);
    play.happen(play.ended(children.getLast(), SUCCESS));
    assertThat(play.only("l").state()).isEqualTo(SUCCESS);
  }

  private static List<Effect> pending(Play play) {
    return Executor.pending(
        play.plan,
        play.head(),
        play.all().stream().filter(run -> !run.state().terminal()).toList());
  }
}
