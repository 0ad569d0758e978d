package io.orrery.engine.execution;

import static io.orrery.model.state.State.FAILED;
import static io.orrery.model.state.State.KILLED;
import static io.orrery.model.state.State.PAUSED;
import static io.orrery.model.state.State.RUNNING;
import static io.orrery.model.state.State.SUCCESS;
import static io.orrery.model.state.State.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.state.StateChange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PausingTest {

  @Test
  void what_a_pause_runs_first_is_over_before_it_waits() {
    var play =
        Play.of(
            """
            tasks:
              - {id: w, type: Pause, onPause: {id: tell, type: Log}}
              - {id: a, type: Log}
            """);
    play.begin();
    assertThat(play.state()).isEqualTo(RUNNING);
    assertThat(play.order()).containsExactly("w", "tell");
    play.happen(play.ended(play.only("tell"), SUCCESS));
    assertThat(play.state()).isEqualTo(PAUSED);
    play.happen(new Event.Resume(Map.of(), Optional.of("ann"), play.now()));
    assertThat(play.order()).containsExactly("w", "tell", "a");
    assertThat(play.only("w").outputs().get("resumed"))
        .isEqualTo(Map.of("by", "ann", "on", Variables.instant(play.now()), "to", "RUNNING"));
    assertThat(play.only("w").history().changes())
        .extracting(StateChange::state)
        .containsExactly(io.orrery.model.state.State.CREATED, RUNNING, PAUSED, RUNNING, SUCCESS);
  }

  @Test
  void a_pause_whose_first_task_fails_fails_and_runs_its_errors() {
    var play =
        Play.of(
                """
                tasks:
                  - id: w
                    type: Pause
                    onPause: {id: tell, type: Log}
                    errors: [{id: we, type: Log}]
                    finally: [{id: wf, type: Log}]
                """)
            .where(run -> run.taskId().equals("tell") ? FAILED : SUCCESS)
            .run();
    assertThat(play.state()).isEqualTo(FAILED);
    assertThat(play.order()).containsExactly("w", "tell", "we", "wf");
  }

  @Test
  void the_time_of_a_pause_counts_from_its_start() {
    var play =
        Play.of(
            "tasks: [{id: w, type: Pause, pauseDuration: PT1M, onPause: {id: tell, type: Log}}]");
    play.begin();
    play.pass(Duration.ofSeconds(90));
    play.happen(play.ended(play.only("tell"), SUCCESS));
    assertThat(play.state()).isEqualTo(PAUSED);
    assertThat(Executor.pending(play.plan, play.head(), List.of(play.only("w"))))
        .containsExactly(new Effect.Wake(0, play.head().history().startedAt().plusSeconds(60)));
    play.happen(new Event.WakeUp(0, play.now()));
    assertThat(play.state()).isEqualTo(SUCCESS);
  }

  @Test
  void a_pause_that_runs_its_first_task_can_be_killed() {
    var play = Play.of("tasks: [{id: w, type: Pause, onPause: {id: tell, type: Log}}]");
    play.begin();
    play.happen(new Event.Kill(true, play.now()));
    play.happen(play.ended(play.only("tell"), KILLED));
    assertThat(play.state()).isEqualTo(KILLED);
    assertThat(play.only("w").state()).isEqualTo(KILLED);
  }

  @Test
  void a_timeout_runs_the_errors_and_the_cleanup_of_the_pause() {
    var text =
        """
        tasks:
          - id: w
            type: Pause
            timeout: PT1M
            errors: [{id: we, type: Log}]
            finally: [{id: wf, type: Log}]
        """;
    var play = Play.of(text).run();
    assertThat(play.state()).isEqualTo(FAILED);
    assertThat(play.order()).containsExactly("w", "we", "wf");
    var resumed = Play.of(text);
    resumed.begin();
    resumed.happen(new Event.Resume(Map.of(), resumed.now()));
    assertThat(resumed.order()).containsExactly("w", "wf");
  }

  @Test
  void a_warning_at_the_end_of_the_time_is_kept_by_the_children() {
    var play =
        Play.of(
                """
                tasks:
                  - {id: w, type: Pause, delay: PT1M, behavior: WARN, tasks: [{id: c, type: Log}]}
                  - {id: a, type: Log}
                """)
            .run();
    assertThat(play.state()).isEqualTo(WARNING);
    assertThat(play.order()).containsExactly("w", "c", "a");
    assertThat(play.only("w").outputs().get("resumed"))
        .isEqualTo(Map.of("on", "2026-01-01T00:01:00.000Z", "to", "WARNING"));
  }

  @Test
  void what_time_answers_is_the_default_of_what_a_person_would_have_been_asked() {
    var answers = Map.<String, Object>of("who", "ada");
    var play = asking("");
    var w = play.only("w");
    play.happen(new Event.Prepared(w.seq(), waiting(answers), play.now()));
    play.finish();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.only("w").outputs()).containsEntry("onResume", answers);

    var byPerson = asking("");
    byPerson.happen(new Event.Prepared(w.seq(), waiting(answers), byPerson.now()));
    byPerson.happen(new Event.Resume(Map.of("who", "bob"), byPerson.now()));
    assertThat(byPerson.only("w").outputs()).containsEntry("onResume", Map.of("who", "bob"));

    var failing = asking(", behavior: FAIL");
    failing.happen(new Event.Prepared(w.seq(), waiting(answers), failing.now()));
    failing.finish();
    assertThat(failing.only("w").state()).isEqualTo(FAILED);
    assertThat(failing.only("w").outputs()).doesNotContainKey("onResume");
  }

  private static Play asking(String behavior) {
    return Play.of(
            "tasks: [{id: w, type: Pause, delay: PT1M%s, onResume: [{id: who, type: STRING}]}]"
                .formatted(behavior))
        .begin();
  }

  private static Preparation waiting(Map<String, Object> answers) {
    return new Preparation.Wait(Optional.of(Duration.ofMinutes(1)), Optional.empty(), answers);
  }

  @Test
  void a_failed_pause_waits_anew_after_a_restart() {
    var play = Play.of("tasks: [{id: w, type: Pause, timeout: PT1M}, {id: a, type: Log}]").run();
    assertThat(play.state()).isEqualTo(FAILED);
    play.happen(new Event.Restart(play.now()));
    play.begin();
    assertThat(play.state()).isEqualTo(PAUSED);
    play.happen(new Event.Resume(Map.of(), play.now()));
    assertThat(play.order()).containsExactly("w", "a");
  }
}
