package io.orrery.engine.execution;

import static io.orrery.model.state.State.CANCELLED;
import static io.orrery.model.state.State.FAILED;
import static io.orrery.model.state.State.KILLED;
import static io.orrery.model.state.State.RUNNING;
import static io.orrery.model.state.State.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PromisesTest {

  private static final String BRANCHES =
      """
      errors: [{id: e, type: Log}]
      finally: [{id: f, type: Log}]
      afterExecution: [{id: x, type: Log}]
      """;

  private static String max(String behavior) {
    return """
    sla:
      - {id: quick, type: MAX_DURATION, behavior: %s, duration: PT10S, labels: {sla: late}}
    """
        .formatted(behavior);
  }

  private static String asserting(String behavior, String assertion) {
    return """
    sla:
      - {id: right, type: EXECUTION_ASSERTION, behavior: %s, assert: "%s", labels: {sla: wrong}}
    """
        .formatted(behavior, assertion);
  }

  @Test
  void a_broken_deadline_fails_the_execution_and_only_cleans_up() {
    var play =
        Play.of(max("FAIL") + "tasks: [{id: w, type: Pause}, {id: never, type: Log}]\n" + BRANCHES)
            .run();
    assertThat(play.state()).isEqualTo(FAILED);
    assertThat(play.order()).containsExactly("w", "f", "x");
    assertThat(play.only("w").state()).isEqualTo(KILLED);
    assertThat(play.head().labels()).containsEntry("sla", "late");
    assertThat(play.head().error()).hasValueSatisfying(it -> assertThat(it).contains("'quick'"));
    assertThat(Duration.between(play.head().history().startedAt(), play.now()))
        .isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void a_broken_deadline_may_cancel_or_only_be_noted() {
    var text = "tasks: [{id: w, type: Pause, delay: PT1M}, {id: a, type: Log}]\n";
    var cancelled = Play.of(max("CANCEL") + text).run();
    assertThat(cancelled.state()).isEqualTo(CANCELLED);
    assertThat(cancelled.order()).containsExactly("w");

    var noted = Play.of(max("NONE") + text).run();
    assertThat(noted.state()).isEqualTo(SUCCESS);
    assertThat(noted.order()).containsExactly("w", "a");
    assertThat(noted.head().labels()).containsEntry("sla", "late");
  }

  @Test
  void a_deadline_that_is_kept_changes_nothing() {
    var play = Play.of(max("FAIL") + "tasks: [{id: w, type: Pause, delay: PT9S}]\n").run();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.head().labels()).doesNotContainKey("sla");
    assertThat(play.head().course()).isEqualTo(Course.OPEN);
  }

  @Test
  void a_job_is_stopped_and_the_execution_waits_for_its_end() {
    var play =
        Play.of(
            max("FAIL") + "tasks: [{id: a, type: Log, retry: {type: constant, interval: PT1S}}]\n");
    play.begin();
    play.pass(Duration.ofSeconds(10));
    play.happen(new Event.DeadlineDue(play.now()));
    assertThat(play.state()).isEqualTo(RUNNING);
    assertThat(play.seen).contains(new Effect.StopJob(0, 1));
    assertThat(Executor.pending(play.plan, play.head(), List.of(play.only("a"))))
        .containsExactly(new Effect.StopJob(0, 1));
    play.happen(play.ended(play.only("a"), FAILED));
    assertThat(play.state()).isEqualTo(FAILED);
    assertThat(play.only("a").attempts()).hasSize(1);
  }

  @Test
  void a_deadline_is_pending_until_the_execution_ends_and_counts_anew_after_a_restart() {
    var play = Play.of(max("FAIL") + "tasks: [{id: w, type: Pause}]\n");
    play.begin();
    var due = play.head().history().startedAt().plusSeconds(10);
    assertThat(Executor.pending(play.plan, play.head(), List.of()))
        .contains(new Effect.Deadline(due));
    play.pass(Duration.ofSeconds(10));
    play.happen(new Event.DeadlineDue(play.now()));
    assertThat(play.state()).isEqualTo(FAILED);
    play.pass(Duration.ofHours(1));
    play.happen(new Event.Restart(play.now()));
    play.begin();
    assertThat(play.state()).isEqualTo(State.PAUSED);
    assertThat(play.seen).contains(new Effect.Deadline(play.now().plusSeconds(10)));
  }

  @Test
  void an_assertion_that_fails_at_the_start_lets_no_task_begin() {
    var play =
        Play.of(
                asserting("CANCEL", "{{ vars.good }}")
                    + "variables: {good: false}\ntasks: [{id: a, type: Log}]\n")
            .run();
    assertThat(play.state()).isEqualTo(CANCELLED);
    assertThat(play.order()).isEmpty();
    assertThat(play.head().labels()).containsEntry("sla", "wrong");
  }

  @Test
  void an_assertion_is_judged_after_the_last_change_too() {
    var play =
        Play.of(
                asserting("FAIL", "{{ outputs.b is not defined }}")
                    + "tasks: [{id: a, type: Log}, {id: b, type: Log}]\n"
                    + BRANCHES)
            .run();
    assertThat(play.state()).isEqualTo(FAILED);
    assertThat(play.order()).contains("a", "b", "f", "x").doesNotContain("e");
    assertThat(play.head().labels()).containsEntry("sla", "wrong");
  }

  @Test
  void each_promise_acts_once_and_none_after_the_one_that_ends() {
    var play =
        Play.of(
                """
                variables: {no: false}
                sla:
                  - {id: note, type: EXECUTION_ASSERTION, behavior: NONE, assert: "{{ vars.no }}", labels: {a: '1'}}
                  - {id: end, type: EXECUTION_ASSERTION, behavior: CANCEL, assert: "{{ vars.no }}", labels: {b: '1'}}
                  - {id: late, type: EXECUTION_ASSERTION, behavior: FAIL, assert: "{{ vars.no }}", labels: {c: '1'}}
                tasks: [{id: a, type: Log}]
                """)
            .run();
    assertThat(play.state()).isEqualTo(CANCELLED);
    assertThat(play.head().labels()).containsAllEntriesOf(Map.of("a", "1", "b", "1"));
    assertThat(play.head().labels()).doesNotContainKey("c");
  }

  @Test
  void a_flow_without_assertions_is_never_judged() {
    var play = Play.of(max("FAIL") + "tasks: [{id: a, type: Log}]\n").run();
    assertThat(play.seen).noneMatch(Effect.Judge.class::isInstance);
  }
}
