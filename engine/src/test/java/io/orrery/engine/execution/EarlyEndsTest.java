package io.orrery.engine.execution;

import static io.orrery.model.state.State.FAILED;
import static io.orrery.model.state.State.KILLED;
import static io.orrery.model.state.State.RETRIED;
import static io.orrery.model.state.State.RETRYING;
import static io.orrery.model.state.State.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.state.State;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What was ended early and is begun again must not meet what is left of its former try.
class EarlyEndsTest {

  @Test
  void a_job_given_up_by_a_new_execution_is_a_try_of_its_own() {
    var play =
        Play.of(
                """
                retry: {type: constant, interval: PT1S, behavior: CREATE_NEW_EXECUTION}
                tasks:
                  - id: p
                    type: Parallel
                    tasks: [{id: a, type: Log}, {id: b, type: Log}]
                """)
            .begin();
    play.happen(play.ended(play.only("a"), FAILED));
    assertThat(play.state()).isEqualTo(RETRIED);
    assertThat(play.states("b")).containsExactly(KILLED);

    play.act(new Event.Restart(play.now()));
    assertThat(play.only("b").attempt()).isEqualTo(2);
    play.happen(
        new Event.JobEnded(
            play.only("b").seq(), 1, KILLED, Map.of(), Optional.empty(), play.now(), play.now()));
    assertThat(play.only("b").state().terminal()).isFalse();

    play.happen(play.ended(play.only("b"), FAILED));
    assertThat(repeats(play)).hasSize(2).doesNotHaveDuplicates();
  }

  private static List<ExecutionId> repeats(Play play) {
    return play.seen.stream()
        .filter(Effect.Start.class::isInstance)
        .map(it -> ((Effect.Start) it).execution().id())
        .toList();
  }

  @Test
  void a_task_after_the_end_repeats_no_execution() {
    var play =
        Play.of(
                """
                retry: {type: constant, interval: PT1S, behavior: CREATE_NEW_EXECUTION}
                tasks: [{id: a, type: Log}]
                afterExecution: [{id: x, type: Log}]
                """)
            .where(run -> run.taskId().equals("x") ? FAILED : SUCCESS)
            .run();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.states("x")).containsExactly(FAILED);
    assertThat(play.head().finished()).isTrue();
    assertThat(repeats(play)).isEmpty();
  }

  @Test
  void a_subflow_killed_without_its_child_starts_another_child_when_restarted() {
    var play =
        Play.of(
                """
                tasks: [{id: sub, type: Subflow, namespace: test, flowId: child, restartBehavior: NEW_EXECUTION}]
                """)
            .begin();
    prepare(play);
    play.happen(new Event.Kill(false, play.now()));
    assertThat(play.state()).isEqualTo(KILLED);

    play.act(new Event.Restart(play.now()));
    prepare(play);
    assertThat(repeats(play)).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void a_kill_between_two_tries_of_a_subflow_waits_for_no_child() {
    var play =
        Play.of(
                """
                tasks:
                  - {id: sub, type: Subflow, namespace: test, flowId: child,
                     retry: {type: constant, interval: PT1S, maxAttempts: 2}}
                """)
            .begin();
    prepare(play);
    childEnded(play, FAILED);
    assertThat(play.states("sub")).containsExactly(RETRYING);
    play.happen(new Event.Kill(true, play.now()));
    assertThat(play.states("sub")).containsExactly(KILLED);
    assertThat(play.state()).isEqualTo(KILLED);
  }

  private static void childEnded(Play play, State state) {
    var sub = play.only("sub");
    var child = sub.child().orElseThrow();
    play.happen(new Event.ChildEnded(sub.seq(), child, child, state, Map.of(), play.now()));
  }

  private static void prepare(Play play) {
    var child =
        new Preparation.Child(new FlowId("test", "child"), 1, Map.of(), Map.of(), Optional.empty());
    play.happen(new Event.Prepared(play.only("sub").seq(), child, play.now()));
  }
}
