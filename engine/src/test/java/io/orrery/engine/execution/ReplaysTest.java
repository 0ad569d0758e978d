package io.orrery.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Replays of random flows from random task runs: whose tasks end as they did before comes to the
/// same, whatever was kept and whatever ran again.
class ReplaysTest {

  private static final int FLOWS = 600;

  private static final String NESTED =
      """
      tasks:
        - id: outer
          type: ForEach
          values: [s1, s2, s3]
          tasks:
            - {id: before, type: Log}
            - id: inner
              type: ForEach
              values: [a, b]
              tasks:
                - {id: one, type: Log}
                - {id: two, type: Log}
            - {id: after, type: Log}
        - {id: last, type: Log}
      """;

  private static Play replayed(Play source, TaskRun from) {
    var copy =
        Replaying.copy(
            source.plan,
            source.head(),
            source.runs(),
            new ExecutionId("0000000000000000000002"),
            Optional.empty(),
            source.now());
    var play = source.as(copy);
    play.happen(new Event.Replay(from.seq(), play.now()));
    return play;
  }

  private static TaskRun named(Play play, String name) {
    return play.all().stream().filter(run -> Play.name(run).equals(name)).findFirst().orElseThrow();
  }

  /// A task run that has earlier attempts may warn of them: that is no other end.
  private static Map<String, State> ends(Play play) {
    var ends = new TreeMap<String, State>();
    for (var run : play.all()) {
      var state = run.state() == State.WARNING ? State.SUCCESS : run.state();
      assertThat(ends.put(Play.name(run), state)).as("a second " + run).isNull();
    }
    return ends;
  }

  @Test
  void the_containers_of_later_values_are_kept_and_run_again_when_their_turn_comes() {
    var source = Play.of(NESTED).run();
    var from = named(source, "one[s1, a]");
    var play = replayed(source, from);
    assertThat(play.order())
        .containsExactlyInAnyOrder(
            "outer", "before[s1]", "inner[s1]", "one[s1, a]", "inner[s2]", "inner[s3]");
    assertThat(named(play, "inner[s2]").state()).isEqualTo(State.RESTARTED);
    assertThat(Executor.pending(play.plan, play.head(), new ArrayList<>(play.all())))
        .noneMatch(effect -> effect instanceof Effect.Dispatch);

    play.act(new Event.Begin(play.now())).finish();
    assertThat(ends(play)).isEqualTo(ends(source));
    assertThat(play.states("two")).hasSize(6);
    assertThat(named(play, "inner[s2]").id().seq()).isEqualTo(named(source, "inner[s2]").seq());
  }

  @Test
  void what_was_kept_goes_with_a_loop_that_does_not_come_to_it() {
    var source = Play.of(NESTED).run();
    var play = replayed(source, named(source, "one[s1, a]"));
    play.where(run -> run.taskId().equals("two") ? State.FAILED : State.SUCCESS);
    play.act(new Event.Begin(play.now())).finish();
    assertThat(play.state()).isEqualTo(State.FAILED);
    assertThat(play.order()).doesNotContain("inner[s2]", "inner[s3]");

    play.where(_ -> State.SUCCESS);
    play.act(new Event.Restart(play.now())).finish();
    assertThat(ends(play)).isEqualTo(ends(source));
  }

  @Test
  void what_was_kept_goes_with_a_kill_before_and_after_the_beginning() {
    for (boolean begun : new boolean[] {false, true}) {
      var source = Play.of(NESTED).run();
      var play = replayed(source, named(source, "one[s1, a]"));
      if (begun) {
        play.happen(new Event.Begin(play.now()));
      }
      play.happen(new Event.Kill(true, play.now()));
      play.finish();
      assertThat(play.state()).isEqualTo(State.KILLED);
      assertThat(play.all()).allMatch(run -> run.state().terminal());
      assertThat(play.order()).doesNotContain("inner[s2]");
    }
  }

  @Test
  void a_second_replay_from_within_the_first_comes_to_the_same() {
    var source = Play.of(NESTED).run();
    var first = replayed(source, named(source, "two[s1, b]"));
    first.act(new Event.Begin(first.now())).finish();
    var second = replayed(first, named(first, "before[s2]"));
    assertThat(second.order()).contains("inner[s3]").doesNotContain("inner[s2]", "after[s2]");
    second.act(new Event.Begin(second.now())).finish();
    assertThat(ends(second)).isEqualTo(ends(source));
  }

  /// Where something failed, who of its neighbours had begun by then may differ: only that all ends
  /// is looked at.
  @Test
  void a_replay_comes_to_what_the_execution_came_to() {
    int compared = 0;
    for (long seed = 1; seed <= FLOWS; seed++) {
      var drawn = new RandomFlow(seed);
      boolean well = seed % 4 != 0;
      Function<TaskRun, State> jobs =
          run ->
              well || run.frame().isPresent()
                  ? State.SUCCESS
                  : drawn.outcome(run.taskId(), run.path(), 1);
      var source = Play.of(drawn.yaml()).where(jobs).run();
      var runs = new ArrayList<>(source.all());
      if (runs.isEmpty()) {
        continue;
      }
      var from = runs.get(new Random(seed).nextInt(runs.size()));
      var play = replayed(source, from).where(jobs);
      if (play.head().finished()) {
        continue; // a task after the end, which is not replayed
      }
      play.act(new Event.Begin(play.now())).finish();
      var what = "replay from " + Play.name(from) + " of seed " + seed + "\n" + drawn.yaml();
      assertThat(play.head().finished()).as(what).isTrue();
      assertThat(play.all()).as(what).allMatch(run -> run.state().terminal());
      if (ends(source).values().stream().allMatch(state -> state == State.SUCCESS)) {
        assertThat(ends(play)).as(what).isEqualTo(ends(source));
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(FLOWS / 10);
  }
}
