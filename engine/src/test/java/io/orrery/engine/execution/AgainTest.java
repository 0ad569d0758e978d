package io.orrery.engine.execution;

import static io.orrery.model.state.State.CANCELLED;
import static io.orrery.model.state.State.FAILED;
import static io.orrery.model.state.State.KILLED;
import static io.orrery.model.state.State.PAUSED;
import static io.orrery.model.state.State.QUEUED;
import static io.orrery.model.state.State.RESTARTED;
import static io.orrery.model.state.State.RUNNING;
import static io.orrery.model.state.State.SUCCESS;
import static io.orrery.model.state.State.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import io.orrery.model.state.StateChange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Restarts, replays, marks and pauses: what of an execution runs again, and what stays.
class AgainTest {

  private static final String TREE =
      """
      tasks:
        - {id: a, type: Log}
        - id: par
          type: Parallel
          tasks:
            - {id: p1, type: Log}
            - id: seq
              type: Sequential
              tasks: [{id: s1, type: Log}, {id: s2, type: Log}]
              finally: [{id: clean, type: Log}]
            - {id: p3, type: Log}
        - {id: z, type: Log}
      """;

  private static final String LOOP =
      """
      tasks:
        - id: each
          type: ForEach
          values: [x, y, w]
          tasks: [{id: one, type: Log}, {id: two, type: Log}]
        - {id: z, type: Log}
      """;

  private static Play failing(String yaml, String... tasks) {
    var bad = Set.of(tasks);
    return Play.of(yaml).where(run -> bad.contains(run.taskId()) ? FAILED : SUCCESS).run();
  }

  private static List<State> states(TaskRun run) {
    return run.history().changes().stream().map(StateChange::state).toList();
  }

  // ---- restart

  @Test
  void a_restart_waits_for_its_place_with_everything_written_down() {
    var play = failing(TREE, "s2");
    play.seen.clear();
    play.happen(new Event.Restart(play.now()));

    assertThat(play.state()).isEqualTo(RESTARTED);
    assertThat(play.seen).isEmpty();
    assertThat(play.states("s2")).containsExactly(RESTARTED);
    assertThat(play.states("par")).containsExactly(RUNNING);
    assertThat(play.states("clean")).isEmpty();

    play.happen(new Event.Enqueue(play.now()));
    assertThat(play.state()).isEqualTo(QUEUED);
    assertThat(Executor.pending(play.plan, play.head(), play.runs()))
        .allMatch(Effect.Continue.class::isInstance); // which means nothing to what is held

    play.where(_ -> SUCCESS).happen(new Event.Begin(play.now()));
    play.finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.only("s2").attempts()).hasSize(2);
    assertThat(play.states("clean")).containsExactly(SUCCESS);
    assertThat(play.head().fixed().attemptNumber()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"turned away", "killed"})
  void what_did_not_get_its_place_can_be_restarted_again(String how) {
    var play = failing(TREE, "s2");
    play.happen(new Event.Restart(play.now()));
    if (how.equals("killed")) {
      play.happen(new Event.Enqueue(play.now()));
      play.happen(new Event.Kill(true, play.now()));
      assertThat(play.state()).isEqualTo(KILLED);
    } else {
      play.happen(new Event.TurnAway(CANCELLED, "full", play.now()));
      assertThat(play.state()).isEqualTo(CANCELLED);
    }
    assertThat(play.head().finished()).isTrue();
    assertThat(play.all()).allMatch(run -> run.state().terminal());

    play.where(_ -> SUCCESS).act(new Event.Restart(play.now()));
    play.finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  @Test
  void a_kill_before_the_restart_began_waits_for_no_worker() {
    var play = failing(TREE, "s2");
    play.happen(new Event.Restart(play.now()));
    play.seen.clear();
    play.happen(new Event.Kill(true, play.now()));
    assertThat(play.state()).isEqualTo(KILLED);
    assertThat(play.seen).noneMatch(Effect.StopJob.class::isInstance);
  }

  @Test
  void a_kill_before_a_restarted_task_was_prepared_waits_for_no_worker() {
    var play =
        Play.of("tasks: [{id: a, type: Log, runIf: \"{{ true }}\"}]").where(_ -> FAILED).run();
    play.happen(new Event.Restart(play.now()));
    play.happen(new Event.Begin(play.now()));
    assertThat(play.states("a")).containsExactly(RESTARTED);
    play.seen.clear();
    play.happen(new Event.Kill(true, play.now()));
    assertThat(play.state()).isEqualTo(KILLED);
    assertThat(play.seen).noneMatch(Effect.StopJob.class::isInstance);
  }

  @Test
  void a_deadline_while_a_restarted_task_run_is_prepared_waits_for_no_worker() {
    var play =
        failing(
            """
            sla: [{id: quick, type: MAX_DURATION, behavior: FAIL, duration: PT10S}]
            tasks: [{id: a, type: Log, runIf: "{{ true }}"}]
            """,
            "a");
    play.act(new Event.Restart(play.now()));
    play.begin();
    assertThat(play.only("a").state()).isEqualTo(RESTARTED);
    play.pass(Duration.ofSeconds(10));
    play.seen.clear();
    play.happen(new Event.DeadlineDue(play.now()));
    assertThat(play.only("a").state()).isEqualTo(KILLED);
    assertThat(play.state()).isEqualTo(FAILED);
    assertThat(play.seen).noneMatch(Effect.StopJob.class::isInstance);
  }

  @Test
  void a_restart_of_what_went_well_is_nothing() {
    var play = failing(TREE);
    play.happen(new Event.Restart(play.now()));
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  @Test
  void what_followed_one_that_is_said_to_have_failed_runs_again_after_it() {
    var play = failing(LOOP, "two");
    mark(play, play.all().stream().filter(it -> it.taskId().equals("one")).findFirst().get());
    play.act(new Event.Begin(play.now()));
    play.where(_ -> SUCCESS).act(new Event.Restart(play.now()));
    assertThat(play.order()).containsExactly("each", "one[x]");
    play.finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.order()).hasSize(8);
  }

  private static void mark(Play play, TaskRun run) {
    play.happen(new Event.Mark(run.seq(), FAILED, play.now()));
  }

  @Test
  void a_failed_cleanup_alone_runs_again() {
    var play = failing("tasks: [{id: a, type: Log}]\nfinally: [{id: f, type: Log}]\n", "f");
    assertThat(play.state()).isEqualTo(FAILED);
    play.where(_ -> SUCCESS).act(new Event.Restart(play.now()));
    play.finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.order()).containsExactly("a", "f");
  }

  @Test
  void a_failed_child_is_restarted_in_place() {
    var play =
        Play.of("tasks: [{id: sub, type: Subflow, namespace: test, flowId: child}]\n").begin();
    var run = play.only("sub");
    play.happen(
        new Event.Prepared(
            run.seq(),
            new Preparation.Child(play.plan.id(), 1, Map.of(), Map.of(), Optional.empty()),
            play.now()));
    var child = play.only("sub").child().orElseThrow();
    play.happen(new Event.ChildEnded(run.seq(), child, child, FAILED, Map.of(), play.now()));
    assertThat(play.state()).isEqualTo(FAILED);

    play.seen.clear();
    play.act(new Event.Restart(play.now()));
    assertThat(play.seen).containsExactly(new Effect.RestartChild(run.seq(), child));
    assertThat(Executor.pending(play.plan, play.head(), play.runs()))
        .containsExactly(new Effect.RestartChild(run.seq(), child));
    play.happen(new Event.ChildEnded(run.seq(), child, child, SUCCESS, Map.of(), play.now()));
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.only("sub").attempts()).hasSize(2);
  }

  // ---- replay

  private static Play replayed(Play source, String task, String... path) {
    var run =
        source.all().stream()
            .filter(it -> it.taskId().equals(task) && it.path().equals(List.of(path)))
            .findFirst()
            .orElseThrow();
    var copy =
        Replaying.copy(
            source.plan,
            source.head(),
            source.runs(),
            new ExecutionId("0000000000000000000002"),
            Optional.empty(),
            source.now());
    var play = source.as(copy);
    play.happen(new Event.Replay(run.seq(), play.now()));
    return play;
  }

  @Test
  void a_replay_from_a_leaf_keeps_what_came_before_and_beside_it() {
    var play = replayed(failing(TREE), "s1");
    assertThat(play.head().fixed().parentId()).contains(new ExecutionId("0000000000000000000001"));
    assertThat(play.order()).containsExactly("a", "par", "p1", "seq", "p3", "s1");
    assertThat(states(play.only("s1"))).endsWith(SUCCESS, RESTARTED);
    assertThat(states(play.only("seq"))).endsWith(SUCCESS, RUNNING);

    play.act(new Event.Begin(play.now())).finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.order())
        .containsExactlyInAnyOrder("a", "par", "p1", "seq", "p3", "s1", "s2", "clean", "z");
  }

  @Test
  void a_replay_from_a_container_runs_its_children_anew() {
    var play = replayed(failing(TREE), "seq");
    assertThat(play.order()).containsExactly("a", "par", "p1", "seq", "p3");
    play.act(new Event.Begin(play.now())).finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.states("s2")).containsExactly(SUCCESS);
  }

  @Test
  void a_replay_within_a_loop_runs_the_rest_of_the_value_and_the_values_after_it() {
    var play = replayed(failing(LOOP), "one", "y");
    assertThat(play.order()).containsExactly("each", "one[x]", "two[x]", "one[y]");
    play.act(new Event.Begin(play.now())).finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.order())
        .containsExactly("each", "one[x]", "two[x]", "one[y]", "two[y]", "one[w]", "two[w]", "z");
  }

  @Test
  void a_replay_of_a_loop_itself_finds_its_values_anew() {
    var play = replayed(failing(LOOP), "each");
    assertThat(play.order()).containsExactly("each");
    play.act(new Event.Begin(play.now())).finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.order()).hasSize(8);
  }

  @Test
  void a_replay_in_a_dag_drops_what_waits_for_it() {
    var play =
        replayed(
            failing(
                """
                tasks:
                  - id: dag
                    type: Dag
                    tasks:
                      - {task: {id: a, type: Log}}
                      - {task: {id: b, type: Log}, dependsOn: [a]}
                      - {task: {id: c, type: Log}}
                      - {task: {id: d, type: Log}, dependsOn: [b, c]}
                """),
            "a");
    assertThat(play.order()).containsExactly("dag", "a", "c");
    play.act(new Event.Begin(play.now())).finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.order()).containsExactly("dag", "a", "c", "b", "d");
  }

  @Test
  void a_replay_from_inside_a_shared_folder_runs_the_whole_group() {
    var play =
        replayed(
            failing(
                """
                tasks:
                  - {id: wd, type: WorkingDirectory, tasks: [{id: a, type: Log}, {id: b, type: Log}]}
                  - {id: z, type: Log}
                """),
            "b");
    assertThat(play.order()).containsExactly("wd");
    play.act(new Event.Begin(play.now())).finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.order()).containsExactly("wd", "a", "b", "z");
  }

  @Test
  void a_replay_from_an_errors_branch_keeps_the_failure() {
    var play =
        replayed(
            failing(
                "tasks: [{id: a, type: Log}]\nerrors: [{id: e, type: Log}, {id: f, type: Log}]\n",
                "a"),
            "e");
    assertThat(play.order()).containsExactly("a", "e");
    play.act(new Event.Begin(play.now())).finish();
    assertThat(play.state()).isEqualTo(FAILED);
    assertThat(play.order()).containsExactly("a", "e", "f");
  }

  // ---- mark

  private static void mark(Play play, String task, State state) {
    play.happen(new Event.Mark(play.only(task).seq(), state, play.now()));
  }

  @Test
  void a_failure_marked_as_success_lets_the_rest_run() {
    var play = failing(TREE, "s1");
    mark(play, "s1", SUCCESS);
    assertThat(play.state()).isEqualTo(RESTARTED);
    assertThat(play.only("s1").attempts().getLast().history().current()).isEqualTo(SUCCESS);
    play.where(_ -> SUCCESS).act(new Event.Begin(play.now())).finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.only("s1").attempts()).hasSize(1);
    assertThat(play.states("z")).containsExactly(SUCCESS);
  }

  @Test
  void a_success_marked_as_failure_runs_the_errors_branch() {
    var play =
        Play.of("tasks: [{id: a, type: Log}, {id: b, type: Log}]\nerrors: [{id: e, type: Log}]\n")
            .run();
    mark(play, "a", FAILED);
    play.act(new Event.Begin(play.now())).finish();
    assertThat(play.state()).isEqualTo(FAILED);
    assertThat(play.order()).containsExactly("a", "b", "e");
  }

  @Test
  void a_paused_task_run_ends_as_it_is_marked() {
    var play = Play.of("tasks: [{id: p, type: Pause}, {id: z, type: Log}]\n").begin();
    assertThat(play.state()).isEqualTo(PAUSED);
    mark(play, "p", WARNING);
    play.finish();
    assertThat(play.state()).isEqualTo(WARNING);
    assertThat(play.states("z")).containsExactly(SUCCESS);
  }

  @Test
  void a_mark_beside_a_pause_leaves_the_execution_paused() {
    var play =
        Play.of(
                """
                tasks:
                  - id: par
                    type: Parallel
                    tasks:
                      - {id: p, type: Pause}
                      - {id: s, type: Sequential, tasks: [{id: s1, type: Log}, {id: s2, type: Log}]}
                """)
            .where(run -> run.taskId().equals("s1") ? FAILED : SUCCESS)
            .run();
    assertThat(play.state()).isEqualTo(PAUSED);
    mark(play, "s1", SUCCESS);
    play.finish();
    assertThat(play.state()).isEqualTo(PAUSED);
    assertThat(play.states("s2")).containsExactly(SUCCESS);
    play.happen(new Event.Resume(Map.of(), play.now()));
    play.finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  @Test
  void a_status_is_changed_without_anything_else() {
    var play = failing(TREE, "s2");
    var runs = play.runs();
    play.seen.clear();
    play.happen(new Event.ChangeStatus(SUCCESS, play.now()));
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.runs()).isEqualTo(runs);
    assertThat(play.seen).isEmpty();
    play.happen(new Event.ChangeStatus(RUNNING, play.now()));
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  @Test
  void other_labels_leave_the_systems_own() {
    var play = failing("labels: {team: blue}\n" + TREE);
    play.happen(new Event.Relabel(Map.of("owner", "ada"), play.now()));
    assertThat(play.head().labels()).containsOnlyKeys("system.correlationId", "owner");
  }

  // ---- pause

  @Test
  void a_pause_lets_what_runs_finish_and_nothing_begin() {
    var play = Play.of(TREE).begin();
    play.happen(new Event.Pause(play.now()));
    play.finish();
    assertThat(play.state()).isEqualTo(PAUSED);
    assertThat(play.states("a")).containsExactly(SUCCESS);
    assertThat(play.order()).containsExactly("a");

    play.happen(new Event.Resume(Map.of(), play.now()));
    assertThat(play.state()).isEqualTo(RUNNING);
    play.finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  @Test
  void a_pause_in_a_loop_begins_no_next_task() {
    var play = Play.of(LOOP).begin();
    play.happen(new Event.Pause(play.now()));
    play.finish();
    assertThat(play.state()).isEqualTo(PAUSED);
    assertThat(play.states("two")).allMatch(state -> state == State.CREATED);

    play.happen(new Event.Resume(Map.of(), play.now()));
    play.finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.order()).hasSize(8);
  }

  @Test
  void a_paused_execution_is_killed_at_once_when_nothing_runs() {
    var play = Play.of(LOOP).begin();
    play.happen(new Event.Pause(play.now()));
    play.finish();
    play.happen(new Event.Kill(true, play.now()));
    play.finish();
    assertThat(play.state()).isEqualTo(KILLED);
    assertThat(play.all()).allMatch(run -> run.state().terminal());
  }

  @Test
  void a_retry_that_comes_due_during_a_pause_is_made_after_it() {
    var play =
        Play.of(
                "tasks: [{id: a, type: Log, retry: {type: constant, interval: PT1S, maxAttempts:"
                    + " 2}}]\n")
            .where(run -> run.attempts().isEmpty() ? FAILED : SUCCESS)
            .begin();
    play.happen(new Event.Pause(play.now()));
    play.finish();
    assertThat(play.state()).isEqualTo(PAUSED);
    play.happen(new Event.Resume(Map.of(), play.now()));
    play.finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.only("a").attempts()).hasSize(2);
  }

  // ---- away

  @Test
  void an_abandoned_execution_stops_everything_and_tells_who_waits() {
    var play = Play.of(TREE).begin();
    play.happen(new Event.Abandon(play.now()));
    assertThat(play.head().finished()).isTrue();
    assertThat(play.seen).anyMatch(Effect.StopJob.class::isInstance);
    assertThat(play.seen).contains(new Effect.Ended(KILLED), new Effect.Finished());
  }
}
