package io.orrery.engine.execution;

import static io.orrery.model.state.State.FAILED;
import static io.orrery.model.state.State.KILLED;
import static io.orrery.model.state.State.RESUBMITTED;
import static io.orrery.model.state.State.SUCCESS;
import static io.orrery.model.state.State.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.execution.Frame.Branch;
import io.orrery.model.state.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class WorkingDirectoriesTest {

  private static final String BOX =
      """
      tasks:
        - id: box
          type: WorkingDirectory
          outputFiles: ["*"]
          tasks: [{id: a, type: Log}, {id: b, type: Log}]
          errors: [{id: e, type: Log}]
          finally: [{id: f, type: Log}]
        - {id: last, type: Log}
      """;

  private final List<String> jobs = new ArrayList<>();

  /// Writes down each job as `task#number`.
  private Play play(String yaml, Function<String, State> outcome) {
    return Play.of(yaml)
        .where(
            run -> {
              var job = Play.name(run) + "#" + run.job();
              jobs.add(job);
              return outcome.apply(job);
            });
  }

  private static long released(Play play) {
    return play.seen.stream().filter(Effect.ReleaseFolder.class::isInstance).count();
  }

  @Test
  void a_folder_is_made_before_the_tasks_and_kept_from_and_released_after_them() {
    var play = play(BOX, _ -> SUCCESS).run();
    assertThat(jobs).containsExactly("box#1", "a#1", "b#1", "box#2", "f#1", "last#1");
    assertThat(play.order()).containsExactly("box", "a", "b", "f", "last");
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.only("box").outputs()).containsEntry("value", "box");
    assertThat(play.only("box").attempts()).isEmpty();
    assertThat(released(play)).isEqualTo(1);
  }

  @Test
  void without_anything_to_keep_there_is_no_second_job() {
    var play =
        play(
                """
                tasks:
                  - id: box
                    type: WorkingDirectory
                    tasks: [{id: a, type: Log}]
                """,
                _ -> SUCCESS)
            .run();
    assertThat(jobs).containsExactly("box#1", "a#1");
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  @Test
  void a_failing_task_ends_the_group_and_runs_its_errors() {
    var play = play(BOX, job -> job.equals("a#1") ? FAILED : SUCCESS).run();
    assertThat(jobs).containsExactly("box#1", "a#1", "box#2", "e#1", "f#1");
    assertThat(play.state()).isEqualTo(FAILED);
    assertThat(released(play)).isEqualTo(1);
  }

  @Test
  void a_folder_that_cannot_be_made_fails_the_group_before_its_first_task() {
    var play = play(BOX, job -> job.equals("box#1") ? FAILED : SUCCESS).run();
    assertThat(jobs).containsExactly("box#1", "e#1", "f#1");
    assertThat(play.state()).isEqualTo(FAILED);
  }

  @Test
  void files_that_cannot_be_kept_fail_the_group() {
    var play = play(BOX, job -> job.equals("box#2") ? FAILED : SUCCESS).run();
    assertThat(jobs).containsExactly("box#1", "a#1", "b#1", "box#2", "e#1", "f#1");
    assertThat(play.state()).isEqualTo(FAILED);
  }

  @Test
  void the_group_begins_anew_when_its_folder_is_gone() {
    for (var lostAt : List.of("a#1", "b#1", "box#2")) {
      jobs.clear();
      var once = new ArrayList<>(List.of(lostAt));
      var play = play(BOX, job -> once.remove(job) ? RESUBMITTED : SUCCESS).run();
      assertThat(play.state()).isEqualTo(SUCCESS);
      assertThat(play.order()).as(lostAt).containsExactly("box", "a", "b", "f", "last");
      assertThat(jobs).as(lostAt).endsWith("box#3", "a#1", "b#1", "box#4", "f#1", "last#1");
      assertThat(play.only("box").attempts())
          .singleElement()
          .extracting(it -> it.history().current())
          .isEqualTo(RESUBMITTED);
      assertThat(play.seen)
          .anyMatch(it -> it instanceof Effect.Log log && log.level().name().equals("WARN"));
    }
  }

  @Test
  void late_news_of_a_former_folder_means_nothing() {
    var play = Play.of(BOX).begin();
    var first = play.ended(play.only("box"), SUCCESS);
    play.happen(first);
    var ofA = play.ended(play.only("a"), SUCCESS);
    play.happen(play.ended(play.only("a"), RESUBMITTED));
    assertThat(play.states("a")).isEmpty();
    play.happen(first);
    play.happen(ofA);
    assertThat(play.states("a")).isEmpty();
    assertThat(play.only("box").frame().map(Frame::branch)).contains(Branch.INPUTS);
    play.happen(play.ended(play.only("box"), SUCCESS));
    assertThat(play.states("a")).hasSize(1);
  }

  @Test
  void a_restart_runs_the_whole_group_again() {
    var failing = new ArrayList<>(List.of("b#1"));
    var play = play(BOX, job -> failing.remove(job) ? FAILED : SUCCESS).run();
    assertThat(play.state()).isEqualTo(FAILED);
    jobs.clear();
    play.happen(new Event.Restart(play.now()));
    play.begin();
    play.finish();
    assertThat(jobs).containsExactly("box#3", "a#1", "b#1", "box#4", "f#1", "last#1");
    assertThat(play.order()).containsExactly("box", "a", "b", "f", "last");
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  @Test
  void a_group_that_succeeded_is_not_run_again() {
    var failing = new ArrayList<>(List.of("last#1"));
    var play = play(BOX, job -> failing.remove(job) ? FAILED : SUCCESS).run();
    jobs.clear();
    play.happen(new Event.Restart(play.now()));
    play.begin();
    play.finish();
    assertThat(jobs).containsExactly("last#2");
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  @Test
  void a_kill_stops_what_is_under_way_in_every_phase() {
    for (int ended = 0; ended < 4; ended++) {
      var play = Play.of(BOX).begin();
      for (int i = 0; i < ended; i++) {
        play.happen(play.ended(underWay(play), SUCCESS));
      }
      var run = underWay(play);
      play.happen(new Event.Kill(true, play.now()));
      assertThat(play.seen).contains(new Effect.StopJob(run.seq(), run.job()));
      assertThat(Executor.pending(play.plan, play.head(), play.runs()))
          .contains(new Effect.StopJob(run.seq(), run.job()));
      play.happen(play.ended(run, KILLED));
      assertThat(play.state()).isEqualTo(KILLED);
      assertThat(play.only("box").state()).isEqualTo(KILLED);
      assertThat(released(play)).isEqualTo(1);
    }
  }

  private static TaskRun underWay(Play play) {
    return play.runs().stream()
        .filter(run -> run.frame().isEmpty() && !run.state().terminal())
        .findFirst()
        .orElseGet(() -> play.only("box"));
  }

  @Test
  void what_must_be_under_way_is_known_from_the_records() {
    var play = Play.of(BOX).begin();
    var box = play.only("box");
    assertThat(Executor.pending(play.plan, play.head(), List.of(box)))
        .containsExactly(new Effect.Dispatch(box.seq()));
    play.happen(play.ended(box, SUCCESS));
    play.happen(play.ended(play.only("a"), SUCCESS));
    play.happen(play.ended(play.only("b"), SUCCESS));
    box = play.only("box");
    assertThat(box.job()).isEqualTo(2);
    assertThat(Executor.pending(play.plan, play.head(), List.of(box)))
        .containsExactly(new Effect.Dispatch(box.seq()));
  }

  @Test
  void a_failure_that_is_allowed_lets_the_flow_go_on() {
    var yaml = BOX.replace("outputFiles", "allowFailure: true\n    outputFiles");
    var play = play(yaml, job -> job.equals("b#1") ? FAILED : SUCCESS).run();
    assertThat(play.states("box")).containsExactly(WARNING);
    assertThat(play.state()).isEqualTo(WARNING);
    assertThat(jobs).endsWith("last#1");
  }

  @Test
  void a_new_execution_in_place_of_this_one_releases_the_folder() {
    var play =
        play(
                """
                tasks:
                  - id: box
                    type: WorkingDirectory
                    retry: {type: constant, interval: PT1S, maxAttempts: 2, behavior: CREATE_NEW_EXECUTION}
                    tasks: [{id: a, type: Log}]
                """,
                job -> job.equals("a#1") ? FAILED : SUCCESS)
            .run();
    assertThat(play.state()).isEqualTo(State.RETRIED);
    assertThat(released(play)).isEqualTo(1);
  }

  @Test
  void tasks_in_a_folder_have_the_value_of_the_loop_around_it() {
    var play =
        play(
                """
                tasks:
                  - id: each
                    type: ForEach
                    values: [x, y]
                    tasks:
                      - id: box
                        type: WorkingDirectory
                        tasks: [{id: a, type: Log}]
                """,
                _ -> SUCCESS)
            .run();
    assertThat(play.order()).containsExactly("each", "box[x]", "a[x]", "box[y]", "a[y]");
    assertThat(play.all().stream().filter(run -> run.taskId().equals("a")).map(TaskRun::value))
        .containsExactly(Optional.of("x"), Optional.of("y"));
    assertThat(released(play)).isEqualTo(2);
  }
}
