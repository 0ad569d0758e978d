package io.orrery.engine.execution;

import static io.orrery.model.state.State.FAILED;
import static io.orrery.model.state.State.KILLED;
import static io.orrery.model.state.State.KILLING;
import static io.orrery.model.state.State.RUNNING;
import static io.orrery.model.state.State.SKIPPED;
import static io.orrery.model.state.State.SUCCESS;
import static io.orrery.model.state.State.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.id.FlowId;
import io.orrery.model.state.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LoopsTest {

  private static Play until(String more) {
    return Play.of(
        """
        tasks:
          - id: u
            type: LoopUntil
            condition: "{{ outputs.u.iterationCount == 3 }}"
            checkFrequency: {interval: PT10S@more@}
            tasks:
              - {id: a, type: Log}
              - {id: p, type: Parallel, tasks: [{id: b, type: Log}, {id: c, type: Log}]}
        """
            .replace("@more@", more));
  }

  // ---- LoopUntil

  @Test
  void each_round_takes_the_place_of_the_one_before() {
    var play = until("").begin();
    var start = play.now();
    while (!play.head().finished()) {
      play.step();
    }
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.order()).containsExactly("u", "a", "p", "b", "c");
    assertThat(play.only("u").outputs()).containsEntry("iterationCount", 3);
    assertThat(Duration.between(start, play.now())).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void the_tasks_of_a_round_know_its_number_from_one_on() {
    var play =
        Play.of(
            """
            tasks:
              - id: u
                type: LoopUntil
                condition: "{{ false }}"
                checkFrequency: {interval: PT1S, maxIterations: 3}
                tasks: [{id: c, type: Log, runIf: "{{ taskrun.iteration != 2 }}"}]
            """);
    var states = new ArrayList<State>();
    play.begin();
    while (play.has()) {
      var before = play.states("c");
      play.step();
      if (!play.states("c").equals(before)) {
        states.addAll(play.states("c"));
      }
    }
    assertThat(states).filteredOn(State::terminal).containsExactly(SUCCESS, SKIPPED, SUCCESS);
  }

  @Test
  void a_warning_of_a_former_round_is_forgotten() {
    var play =
        until("")
            .where(run -> run.taskId().equals("a") && run.seq() == 1 ? WARNING : SUCCESS)
            .run();
    assertThat(play.only("u").state()).isEqualTo(SUCCESS);
  }

  @Test
  void a_failed_child_ends_the_loop_at_once() {
    var play = until("").where(run -> run.taskId().equals("b") ? FAILED : SUCCESS).run();
    assertThat(play.only("u").state()).isEqualTo(FAILED);
    assertThat(play.only("u").outputs()).containsEntry("iterationCount", 1);
  }

  @Test
  void no_round_begins_after_the_longest_time() {
    var play = until(", maxDuration: PT15S").run();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.only("u").outputs()).containsEntry("iterationCount", 3);
    assertThat(until(", maxDuration: PT5S").run().only("u").outputs())
        .containsEntry("iterationCount", 2);
  }

  @Test
  void what_is_pending_follows_from_the_records_in_every_phase_of_a_loop() {
    var play = until("").begin();
    while (play.only("u").frame().filter(Frame::asking).isEmpty()) {
      play.step();
    }
    assertThat(pending(play)).containsExactly(new Effect.Ask(0));
    while (play.only("u").wakeAt().isEmpty()) {
      play.step();
    }
    assertThat(pending(play))
        .containsExactly(new Effect.Wake(0, play.only("u").wakeAt().orElseThrow()));
  }

  private static List<Effect> pending(Play play) {
    var live = play.all().stream().filter(run -> !run.state().terminal()).toList();
    return Executor.pending(play.plan, play.head(), live);
  }

  @Test
  void a_doubled_answer_means_nothing() {
    var play = until("").begin();
    while (play.only("u").frame().filter(Frame::asking).isEmpty()) {
      play.step();
    }
    var again = new Answer.Again(Duration.ofSeconds(10));
    play.happen(new Event.Told(0, 1, again, play.now()));
    var waiting = play.only("u");
    play.happen(new Event.Told(0, 1, new Answer.Done(Map.of()), play.now()));
    play.happen(new Event.Told(0, 7, new Answer.Done(Map.of()), play.now()));
    assertThat(play.only("u")).isEqualTo(waiting);
  }

  @Test
  void a_kill_ends_a_loop_that_waits() {
    var play = until("").begin();
    while (play.only("u").wakeAt().isEmpty()) {
      play.step();
    }
    play.happen(new Event.Kill(true, play.now()));
    assertThat(play.state()).isEqualTo(KILLED);
    assertThat(play.only("u").wakeAt()).isEmpty();
  }

  @Test
  void a_killed_loop_that_is_restarted_asks_again() {
    var play = until("").begin();
    while (play.only("u").wakeAt().isEmpty()) {
      play.step();
    }
    play.happen(new Event.Kill(true, play.now()));
    play.act(new Event.Restart(play.now()));
    while (!play.head().finished()) {
      play.step();
    }
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.order()).containsExactly("u", "a", "p", "b", "c");
  }

  // ---- Loop

  @Test
  void the_same_value_twice_is_two_iterations() {
    var play =
        Play.of("tasks: [{id: l, type: Loop, values: [x, x], tasks: [{id: a, type: Log}]}]").run();
    assertThat(play.order())
        .containsExactly("l", "l_iteration[0]", "l_iteration[1]", "a[0]", "a[1]");
    assertThat(play.only("l").outputs()).containsEntry("iterationCount", 2);
  }

  @Test
  void a_break_lets_those_under_way_end_and_begins_no_other() {
    var play =
        Play.of(
                """
                tasks:
                  - id: l
                    type: Loop
                    values: [1, 2, 3, 4, 5, 6, 7, 8]
                    concurrencyLimit: 2
                    breakWhen: "{{ item.value == '3' }}"
                    tasks: [{id: a, type: Log}]
                """)
            .run();
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.states("a").size()).isBetween(3, 4);
    assertThat(play.states("l_iteration")).containsOnly(SUCCESS);
  }

  @Test
  void a_file_is_read_a_stretch_at_a_time() {
    var play =
        Play.of(
                "tasks: [{id: l, type: Loop, values: \"[]\", concurrencyLimit: 1, tasks: [{id: a,"
                    + " type: Log}]}]")
            .answering(_ -> new Answer.Items(List.of("c"), OptionalLong.empty()))
            .begin();
    play.happen(
        new Event.Prepared(
            0, new Preparation.Items(List.of("a", "b"), false, OptionalLong.of(4)), play.now()));
    assertThat(play.only("l").outputs()).isEqualTo(Map.of("nextOffset", 4L));
    while (!play.head().finished()) {
      play.step();
    }
    assertThat(play.all().stream().filter(run -> run.taskId().equals("l_iteration")))
        .extracting(run -> run.value().orElseThrow())
        .containsExactly("a", "b", "c");
    assertThat(play.only("l").outputs()).containsEntry("iterationCount", 3);
    assertThat(play.only("l").outputs()).doesNotContainKey("nextOffset");
  }

  @Test
  void a_loop_without_a_limit_stays_within_a_window() {
    var values = new ArrayList<String>();
    for (int i = 0; i < Containers.LIVE_MAX + 500; i++) {
      values.add(String.valueOf(i));
    }
    var play =
        Play.of(
                "tasks: [{id: l, type: ForEach, concurrencyLimit: 0, values: "
                    + values
                    + ", tasks: [{id: a, type: Log}]}]")
            .begin();
    for (int i = 0; i < 20; i++) {
      play.happen(new Event.Continue(0, play.now()));
    }
    assertThat(play.states("a")).hasSize(Containers.LIVE_MAX);
    play.happen(play.ended(play.run(1).orElseThrow(), SUCCESS));
    assertThat(play.states("a")).hasSize(Containers.LIVE_MAX + 1);
  }

  // ---- ForEachItem

  private static final String ITEMS =
      "tasks: [{id: e, type: ForEachItem, items: file, namespace: test, flowId: child%s}]";

  private static Play items(String more, int batches) {
    var play =
        Play.of(ITEMS.formatted(more))
            .batches(batches)
            .answering(
                run -> {
                  var page = Batches.next(run);
                  var all = new ArrayList<Batch>();
                  for (int i = 0; i < page.count(); i++) {
                    all.add(new Batch.Begin(CHILD));
                  }
                  return new Answer.Batches(all);
                })
            .begin();
    while (play.has()) {
      play.step();
    }
    return play;
  }

  private static final Preparation.Child CHILD =
      new Preparation.Child(new FlowId("test", "child"), 1, Map.of(), Map.of(), Optional.empty());

  private static void batchEnds(Play play, int batch, boolean again, State state) {
    var items = play.only("e_items");
    var id = Batches.id(items, items.attempt(), batch);
    play.happen(
        new Event.ChildEnded(items.seq(), id, id, batch, again, state, Map.of(), play.now()));
    while (play.has()) {
      play.step();
    }
  }

  @Test
  void no_more_executions_than_the_window_are_under_way() {
    var play = items("", 2500);
    var items = play.only("e_items");
    assertThat(Batches.live(items)).isEqualTo(Batches.LIVE_MAX);
    for (int batch = 0; batch < 2500; batch++) {
      batchEnds(play, batch, false, SUCCESS);
    }
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.order()).containsExactly("e", "e_split", "e_items", "e_merge");
    assertThat(play.seen.stream().filter(Effect.Start.class::isInstance)).hasSize(2500);
    assertThat(play.only("e_items").outputs())
        .isEqualTo(Map.of("numberOfBatches", 2500, "iterations", counts("SUCCESS", 2500)));
  }

  private static Map<String, Object> counts(String state, int count) {
    var counts = new LinkedHashMap<String, Object>();
    counts.put("CREATED", 0);
    counts.put("RUNNING", 0);
    counts.put(state, count);
    return counts;
  }

  @Test
  void an_end_that_was_told_before_or_belongs_to_another_try_counts_for_nothing() {
    var play = items("", 2);
    batchEnds(play, 0, true, SUCCESS);
    var other = Batches.id(play.only("e_items"), 7, 1);
    play.happen(
        new Event.ChildEnded(
            play.only("e_items").seq(), other, other, 1, false, SUCCESS, Map.of(), play.now()));
    assertThat(Batches.live(play.only("e_items"))).isEqualTo(2);
    batchEnds(play, 0, false, FAILED);
    batchEnds(play, 1, false, WARNING);
    assertThat(play.state()).isEqualTo(FAILED);
  }

  @Test
  void an_end_may_be_no_concern_of_the_parent() {
    var careless = items(", transmitFailed: false", 1);
    batchEnds(careless, 0, false, FAILED);
    assertThat(careless.state()).isEqualTo(SUCCESS);
    assertThat(items(", wait: false", 3).state()).isEqualTo(SUCCESS);
    assertThat(items("", 0).state()).isEqualTo(SUCCESS);
  }

  @Test
  void a_kill_waits_for_the_executions_that_it_reaches() {
    var play = items("", 2);
    play.happen(new Event.Kill(true, play.now()));
    assertThat(play.state()).isEqualTo(KILLING);
    assertThat(pending(play)).contains(new Effect.KillChildren(play.only("e_items").seq()));
    batchEnds(play, 1, false, KILLED);
    batchEnds(play, 0, false, SUCCESS);
    assertThat(play.state()).isEqualTo(KILLED);
    assertThat(play.only("e_items").attempts()).hasSize(1);
  }

  @Test
  void batches_that_were_asked_for_are_asked_for_again_after_a_crash() {
    var play = Play.of(ITEMS.formatted("")).batches(5).begin();
    while (play.states("e_items").isEmpty()
        || play.only("e_items").frame().filter(Frame::asking).isEmpty()) {
      play.step();
    }
    int seq = play.only("e_items").seq();
    assertThat(pending(play)).contains(new Effect.Ask(seq));
    assertThat(play.only("e_items").state()).isEqualTo(RUNNING);
  }

  @Test
  void what_an_earlier_try_saw_through_is_not_started_again() {
    var play = items("", 2);
    batchEnds(play, 0, false, SUCCESS);
    batchEnds(play, 1, false, FAILED);
    play.act(new Event.Restart(play.now()));
    play.answering(
        _ -> new Answer.Batches(List.of(new Batch.Over(SUCCESS), new Batch.Begin(CHILD))));
    while (play.has()) {
      play.step();
    }
    batchEnds(play, 1, false, SUCCESS);
    assertThat(play.state()).isEqualTo(SUCCESS);
    assertThat(play.only("e_items").outputs()).containsEntry("attempt", 2);
    assertThat(play.seen.stream().filter(Effect.Start.class::isInstance)).hasSize(3);
  }
}
