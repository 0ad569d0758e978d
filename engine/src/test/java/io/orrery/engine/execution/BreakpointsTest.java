package io.orrery.engine.execution;

import static io.orrery.model.state.State.BREAKPOINT;
import static io.orrery.model.state.State.CREATED;
import static io.orrery.model.state.State.FAILED;
import static io.orrery.model.state.State.KILLED;
import static io.orrery.model.state.State.PAUSED;
import static io.orrery.model.state.State.SUBMITTED;
import static io.orrery.model.state.State.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Executions that stand still before the tasks that somebody named.
class BreakpointsTest {

  private static final String LINE =
      "tasks: [{id: a, type: Log}, {id: b, type: Log}, {id: c, type: Log}]\n";

  private static final String LOOP =
      """
      tasks:
        - id: each
          type: ForEach
          values: [x, y, w]
          tasks: [{id: one, type: Log, message: "{{ taskrun.value }}"}]
      """;

  private static List<Breakpoint> at(String... texts) {
    return Stream.of(texts).map(Breakpoint::parse).toList();
  }

  private static void leave(Play play, String... next) {
    play.happen(new Event.LeaveBreakpoint(at(next), play.now()));
    play.finish();
  }

  @Test
  void a_breakpoint_is_a_task_or_one_value_of_it() {
    assertThat(Breakpoint.parse("load")).isEqualTo(new Breakpoint("load", Optional.empty()));
    assertThat(Breakpoint.parse("load.a.b")).isEqualTo(new Breakpoint("load", Optional.of("a.b")));
    assertThat(Breakpoint.parse("load.a.b").text()).isEqualTo("load.a.b");
  }

  @Test
  void the_execution_stands_still_before_the_task_until_somebody_lets_it_go_on() {
    var play = Play.of(LINE).stoppingAt(at("b", "c")).run();
    assertThat(play.state()).isEqualTo(BREAKPOINT);
    assertThat(play.states("b")).containsExactly(BREAKPOINT);
    assertThat(Executor.pending(play.plan, play.head(), play.runs())).isEmpty();

    leave(play, "c");
    assertThat(play.state()).isEqualTo(BREAKPOINT);
    assertThat(play.states("b")).containsExactly(SUCCESS);

    leave(play);
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.order()).containsExactly("a", "b", "c");
    assertThat(play.only("b").attempts()).hasSize(1);
  }

  @Test
  void leaving_means_nothing_to_what_stands_at_none() {
    var play = Play.of(LINE).begin();
    var before = play.head();
    play.happen(new Event.LeaveBreakpoint(at("b"), play.now()));
    assertThat(play.head()).isEqualTo(before);
  }

  @Test
  void a_value_stops_its_own_iteration_alone_and_a_task_each_of_them() {
    var one = Play.of(LOOP).stoppingAt(at("one.y")).run();
    assertThat(one.states("one")).contains(BREAKPOINT);
    assertThat(one.order()).contains("one[x]");
    leave(one);
    assertThat(one.state()).isEqualTo(SUCCESS);

    var each = Play.of(LOOP).stoppingAt(at("one")).run();
    for (int i = 0; i < 3; i++) {
      assertThat(each.state()).isEqualTo(BREAKPOINT);
      leave(each, "one");
    }
    assertThat(each.state()).isEqualTo(SUCCESS);
  }

  @Test
  void what_runs_beside_it_finishes_once_and_is_followed_later() {
    var play =
        Play.of(
                """
                tasks:
                  - id: par
                    type: Parallel
                    tasks: [{id: a, type: Log}, {id: b, type: Log}, {id: c, type: Log}]
                  - {id: z, type: Log}
                """)
            .stoppingAt(at("b"))
            .begin();
    assertThat(play.state()).isEqualTo(BREAKPOINT);
    assertThat(play.states("a")).containsExactly(SUBMITTED); // its job was given away
    assertThat(play.states("c")).containsExactly(CREATED);
    play.finish();
    assertThat(play.states("a")).containsExactly(SUCCESS);

    leave(play);
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.all()).allMatch(run -> run.attempts().size() <= 1);
  }

  @Test
  void a_retry_is_no_new_beginning() {
    var play =
        Play.of(
                "tasks: [{id: a, type: Log, retry: {type: constant, interval: PT1S, maxAttempts:"
                    + " 2}}]\n")
            .where(run -> run.attempts().isEmpty() ? FAILED : SUCCESS)
            .stoppingAt(at("a"))
            .run();
    assertThat(play.state()).isEqualTo(BREAKPOINT);
    leave(play, "a");
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.only("a").attempts()).hasSize(2);
  }

  @Test
  void a_pause_whose_time_comes_meanwhile_is_over_afterwards() {
    var play =
        Play.of(
                """
                tasks:
                  - id: par
                    type: Parallel
                    tasks:
                      - {id: wait, type: io.kestra.plugin.core.flow.Pause, pauseDuration: PT1M}
                      - id: seq
                        type: Sequential
                        tasks: [{id: a, type: Log}, {id: b, type: Log}]
                """)
            .stoppingAt(at("b"))
            .run();
    assertThat(play.state()).isEqualTo(BREAKPOINT);
    assertThat(play.states("wait")).containsExactly(PAUSED);
    leave(play);
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  @Test
  void an_execution_at_a_breakpoint_is_killed_at_once() {
    var play = Play.of(LINE).stoppingAt(at("b")).run();
    play.happen(new Event.Kill(true, play.now()));
    play.finish();
    assertThat(play.state()).isEqualTo(KILLED);
    assertThat(play.states("b")).containsExactly(KILLED);
  }

  @Test
  void a_replay_stops_at_its_own_breakpoints_also_at_the_task_that_it_begins_with() {
    var source = Play.of(LINE).run();
    var copy =
        Replaying.copy(
            source.plan,
            source.head(),
            source.runs(),
            new ExecutionId("0000000000000000000002"),
            Optional.empty(),
            source.now());
    var play = source.as(copy.stoppingAt(at("b")));
    play.happen(new Event.Replay(1, play.now()));
    play.happen(new Event.Begin(play.now()));
    play.finish();
    assertThat(play.state()).isEqualTo(BREAKPOINT);
    leave(play);
    assertThat(play.state()).isEqualTo(State.SUCCESS);
  }
}
