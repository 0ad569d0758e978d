package io.orrery.engine.execution;

import static io.orrery.model.state.State.CANCELLED;
import static io.orrery.model.state.State.FAILED;
import static io.orrery.model.state.State.KILLED;
import static io.orrery.model.state.State.KILLING;
import static io.orrery.model.state.State.RUNNING;
import static io.orrery.model.state.State.SUCCESS;
import static io.orrery.model.state.State.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitTest {

  private static final String CHOICE =
      """
      tasks:
        - id: if
          type: If
          condition: "true"
          then:
            - {id: exit, type: Exit, state: %s}
            - {id: never, type: Log}
        - {id: never2, type: Log}
      errors: [{id: e, type: Log}]
      finally: [{id: f, type: Log}]
      """;

  @ParameterizedTest
  @CsvSource({
    "SUCCESS, SUCCESS",
    "WARNING, WARNING",
    "FAILED, FAILED",
    "CANCELED, CANCELLED",
    "CANCELLED, CANCELLED"
  })
  void an_exit_ends_the_execution_in_its_state_and_cleans_up(String written, State state) {
    var play = Play.of(CHOICE.formatted(written)).run();
    assertThat(play.state()).isEqualTo(state);
    assertThat(play.order()).containsExactly("if", "exit", "f");
    assertThat(play.only("exit").state()).isEqualTo(SUCCESS);
    assertThat(play.only("if").state()).isEqualTo(state);
  }

  @Test
  void an_exit_as_killed_is_a_kill() {
    var play = Play.of(CHOICE.formatted("KILLED")).run();
    assertThat(play.state()).isEqualTo(KILLED);
    assertThat(play.order()).containsExactly("if", "exit");
    assertThat(play.only("if").state()).isEqualTo(KILLED);
  }

  @Test
  void what_runs_beside_an_exit_comes_to_its_end_and_nothing_else_begins() {
    var play =
        Play.of(
            """
            tasks:
              - id: p
                type: Parallel
                tasks:
                  - {id: s, type: Sequential, tasks: [{id: a, type: Log}, {id: b, type: Log}]}
                  - {id: w, type: Pause}
                  - {id: q, type: Sequential, tasks: [{id: c, type: Log}, {id: exit, type: Exit, state: WARNING}]}
              - {id: d, type: Log}
            """);
    play.begin();
    play.happen(play.ended(play.only("c"), SUCCESS));
    assertThat(play.state()).isEqualTo(RUNNING);
    assertThat(play.only("w").state()).isEqualTo(KILLED);
    play.happen(play.ended(play.only("a"), SUCCESS));
    assertThat(play.state()).isEqualTo(WARNING);
    assertThat(play.order()).containsExactly("p", "s", "w", "q", "a", "c", "exit");
    assertThat(play.only("q").state()).isEqualTo(WARNING);
    assertThat(play.only("s").state()).isEqualTo(KILLED);
  }

  @Test
  void an_exit_in_a_loop_ends_the_loop() {
    var play =
        Play.of(
                """
                tasks:
                  - id: each
                    type: ForEach
                    values: [a, b, c]
                    tasks:
                      - {id: exit, type: Exit, runIf: "{{ taskrun.value == 'b' }}"}
                      - {id: t, type: Log}
                  - {id: after, type: Log}
                """)
            .run();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.order()).containsExactly("each", "exit[a]", "t[a]", "exit[b]");
    assertThat(play.only("each").state()).isEqualTo(SUCCESS);
  }

  @Test
  void an_exit_among_the_errors_decides_the_end() {
    var play =
        Play.of(
                """
                tasks: [{id: a, type: Log}]
                errors: [{id: exit, type: Exit, state: WARNING}, {id: never, type: Log}]
                finally: [{id: f, type: Log}]
                """)
            .where(run -> run.taskId().equals("a") ? FAILED : SUCCESS)
            .run();
    assertThat(play.state()).isEqualTo(WARNING);
    assertThat(play.order()).containsExactly("a", "exit", "f");
  }

  @Test
  void an_exit_after_the_execution_ends_what_comes_after_only() {
    var play =
        Play.of(
                """
                tasks: [{id: a, type: Log}]
                afterExecution: [{id: exit, type: Exit, state: FAILED}, {id: never, type: Log}]
                """)
            .run();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.order()).containsExactly("a", "exit");
    assertThat(play.head().finished()).isTrue();
  }

  @Test
  void an_exit_that_does_not_run_ends_nothing_and_a_wrong_state_fails() {
    var skipped = Play.of("tasks: [{id: x, type: Exit, runIf: 'false'}, {id: a, type: Log}]").run();
    assertThat(skipped.order()).containsExactly("x", "a");
    var wrong =
        Play.of("variables: {s: PAUSED}\ntasks: [{id: x, type: Exit, state: '{{ vars.s }}'}]")
            .run();
    assertThat(wrong.state()).isEqualTo(FAILED);
  }

  @Test
  void a_kill_while_an_exit_waits_for_others_is_a_kill() {
    var play =
        Play.of(
            """
            tasks:
              - id: p
                type: Parallel
                tasks: [{id: a, type: Log}, {id: exit, type: Exit}]
            finally: [{id: f, type: Log}]
            """);
    play.begin();
    play.happen(new Event.Kill(true, play.now()));
    assertThat(play.state()).isEqualTo(KILLING);
    play.happen(play.ended(play.only("a"), KILLED));
    assertThat(play.state()).isEqualTo(KILLED);
    assertThat(play.order()).containsExactly("p", "a", "exit");
  }

  @Test
  void a_pause_that_cancels_cleans_up() {
    var play =
        Play.of(
                """
                tasks: [{id: w, type: Pause, pauseDuration: PT1M, behavior: CANCEL}, {id: a, type: Log}]
                errors: [{id: e, type: Log}]
                finally: [{id: f, type: Log}]
                """)
            .run();
    assertThat(play.state()).isEqualTo(CANCELLED);
    assertThat(play.only("w").state()).isEqualTo(CANCELLED);
    assertThat(play.order()).containsExactly("w", "f");
  }
}
