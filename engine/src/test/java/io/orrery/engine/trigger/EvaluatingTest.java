package io.orrery.engine.trigger;

import static io.orrery.engine.trigger.Watching.after;
import static io.orrery.engine.trigger.Watching.defined;
import static io.orrery.engine.trigger.Watching.found;
import static io.orrery.engine.trigger.Watching.polling;
import static io.orrery.engine.trigger.Watching.realtime;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.trigger.EvaluationEvent.Answered;
import io.orrery.engine.trigger.EvaluationEvent.Connected;
import io.orrery.engine.trigger.EvaluationEvent.Defined;
import io.orrery.engine.trigger.EvaluationEvent.Disabled;
import io.orrery.engine.trigger.EvaluationEvent.Disconnected;
import io.orrery.engine.trigger.EvaluationEvent.Due;
import io.orrery.engine.trigger.EvaluationEvent.Enabled;
import io.orrery.engine.trigger.EvaluationEvent.ExecutionEnded;
import io.orrery.engine.trigger.EvaluationEvent.Failed;
import io.orrery.engine.trigger.EvaluationEvent.Finding;
import io.orrery.engine.trigger.EvaluationEvent.Heard;
import io.orrery.engine.trigger.EvaluationEvent.Restarted;
import io.orrery.engine.trigger.EvaluationEvent.Unlocked;
import io.orrery.engine.trigger.EvaluationEvent.WorkerLost;
import io.orrery.engine.trigger.EvaluationTransition.Order;
import io.orrery.model.flow.TriggerDef.OnWorker;
import io.orrery.model.id.ExecutionId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EvaluatingTest {

  private static final ExecutionId FAILURE = new ExecutionId("failure");

  private final OnWorker minutely = polling(false);

  /// A trigger in the middle of its life.
  private static final class Life {
    private final OnWorker definition;
    private TriggerState state;
    private EvaluationTransition last;

    Life(OnWorker definition) {
      this.definition = definition;
      this.state = defined(definition);
      this.last = EvaluationTransition.to(state);
    }

    Life then(EvaluationEvent event) {
      return then(definition, event);
    }

    Life then(OnWorker now, EvaluationEvent event) {
      last = Evaluating.decide(now, state, event);
      state = last.state();
      return this;
    }

    Evaluation evaluation() {
      return Evaluating.evaluation(state);
    }

    Optional<Long> wakes() {
      return Evaluating.wakeAt(state).map(at -> Duration.between(Watching.START, at).toSeconds());
    }

    List<String> started() {
      return last.starts().stream().map(start -> start.id().value()).toList();
    }
  }

  private static Answered answered(long epoch, long seconds, Finding... found) {
    return new Answered(epoch, List.of(found), Map.of("seen", seconds), after(seconds));
  }

  private static Failed failed(long epoch, long seconds) {
    return new Failed(epoch, FAILURE, "it broke", after(seconds));
  }

  @Test
  void a_new_trigger_is_asked_at_once_and_then_at_its_interval() {
    var life = new Life(minutely);
    assertThat(life.wakes()).contains(0L);
    life.then(new Due("here", after(0)));
    assertThat(life.last.orders()).containsExactly(new Order.Dispatch(1));
    assertThat(life.evaluation().dispatchedAt()).contains(after(0));
    assertThat(life.wakes()).isEmpty();
    life.then(answered(1, 5));
    assertThat(life.started()).isEmpty();
    assertThat(life.evaluation().memory()).isEqualTo(Map.of("seen", 5L));
    assertThat(life.wakes()).contains(60L);
    assertThat(life.then(new Due("here", after(59))).last.orders()).isEmpty();
    assertThat(life.then(new Due("here", after(60))).last.orders())
        .containsExactly(new Order.Dispatch(2));
  }

  @Test
  void it_waits_for_the_executions_that_it_started() {
    var life =
        new Life(minutely)
            .then(new Due("here", after(0)))
            .then(answered(1, 1, found("a"), found("b")));
    assertThat(life.started()).containsExactly("a", "b");
    assertThat(life.state.holder()).contains(new ExecutionId("b"));
    assertThat(life.wakes()).isEmpty();
    life.then(new ExecutionEnded(new ExecutionId("other"), after(70)));
    life.then(new ExecutionEnded(new ExecutionId("b"), after(80)));
    assertThat(life.wakes()).isEmpty();
    life.then(new ExecutionEnded(new ExecutionId("a"), after(90)));
    assertThat(life.wakes()).contains(60L);
    assertThat(life.state.holder()).isEmpty();
  }

  @Test
  void it_does_not_wait_where_several_may_live_or_when_it_is_unlocked() {
    var life =
        new Life(polling(true)).then(new Due("here", after(0))).then(answered(1, 1, found("a")));
    assertThat(life.wakes()).contains(60L);
    var held = new Life(minutely).then(new Due("here", after(0))).then(answered(1, 1, found("a")));
    assertThat(held.then(new Unlocked(after(2))).wakes()).contains(60L);
  }

  @Test
  void news_of_an_older_dispatch_is_refused_and_counted() {
    var life = new Life(minutely).then(new Due("here", after(0))).then(new WorkerLost(after(3)));
    assertThat(life.wakes()).contains(3L);
    life.then(new Due("here", after(3)));
    assertThat(life.last.orders()).containsExactly(new Order.Dispatch(2));
    life.then(answered(1, 4, found("a")));
    assertThat(life.last.believed()).isFalse();
    assertThat(life.started()).isEmpty();
    assertThat(life.evaluation().refused()).isEqualTo(1);
    life.then(answered(2, 5, found("a")));
    assertThat(life.started()).containsExactly("a");
  }

  @Test
  void news_that_is_told_twice_counts_once_and_is_believed_twice() {
    var life =
        new Life(polling(true)).then(new Due("here", after(0))).then(answered(1, 1, found("a")));
    var before = life.state;
    life.then(answered(1, 2, found("a")));
    assertThat(life.last.believed()).isTrue();
    assertThat(life.state).isEqualTo(before);
    assertThat(life.started()).isEmpty();
  }

  /// P52.
  @Test
  void what_is_disabled_while_it_is_asked_stays_disabled() {
    var life =
        new Life(minutely)
            .then(new Due("here", after(0)))
            .then(new Disabled("by a user", after(2)));
    assertThat(life.last.orders()).containsExactly(new Order.Stop(1));
    life.then(answered(1, 5, found("a")));
    assertThat(life.last.believed()).isFalse();
    assertThat(life.started()).isEmpty();
    assertThat(life.state.disabled()).isTrue();
    assertThat(life.state.stopReason()).contains("by a user");
    assertThat(life.wakes()).isEmpty();
    assertThat(life.then(new Due("here", after(60))).last.orders()).isEmpty();
    assertThat(life.then(new Defined(2, after(70))).state.disabled()).isTrue();
    assertThat(life.then(new Enabled(after(80))).wakes()).contains(80L);
  }

  /// P59: the worker cuts it and says so; the next look is on time.
  @Test
  void an_evaluation_that_was_cut_leaves_the_next_one_on_time() {
    var life = new Life(minutely).then(new Due("here", after(0))).then(failed(1, 20));
    assertThat(life.evaluation().lastError()).contains("it broke");
    assertThat(life.wakes()).contains(60L);
    life.then(new Due("here", after(60))).then(answered(2, 61));
    assertThat(life.evaluation().lastError()).isEmpty();
    assertThat(life.evaluation().failures()).isZero();
  }

  @Test
  void one_that_fails_again_and_again_is_asked_less_often_up_to_a_limit() {
    var life = new Life(minutely);
    long now = 0;
    var waits = new java.util.ArrayList<Long>();
    for (int epoch = 1; epoch <= 7; epoch++) {
      life.then(new Due("here", after(now))).then(failed(epoch, now + 1));
      long next = life.wakes().orElseThrow();
      waits.add(next - now);
      now = next;
    }
    assertThat(waits).containsExactly(60L, 120L, 240L, 480L, 900L, 900L, 900L);
    var rare = new Life(polling(Duration.ofHours(2), false, false));
    rare.then(new Due("here", after(0)))
        .then(failed(1, 1))
        .then(new Due("here", after(7200)))
        .then(failed(2, 7201));
    assertThat(rare.wakes()).contains(14_400L);
  }

  @Test
  void a_failure_makes_an_execution_only_where_it_is_asked_for() {
    assertThat(new Life(minutely).then(new Due("here", after(0))).then(failed(1, 1)).started())
        .isEmpty();
    var told =
        new Life(polling(Duration.ofMinutes(1), false, true)).then(new Due("here", after(0)));
    told.then(failed(1, 1));
    assertThat(told.last.starts())
        .containsExactly(new Start(FAILURE, after(1), Map.of(), Optional.of("it broke")));
    assertThat(told.wakes()).contains(60L);
  }

  @Test
  void what_its_conditions_refuse_starts_nothing_and_what_they_cannot_judge_fails() {
    var life = new Life(minutely).then(new Due("here", after(0)));
    life.then(
        answered(
            1,
            1,
            new Finding(new ExecutionId("no"), Map.of(), new Verdict.Fails()),
            new Finding(new ExecutionId("odd"), Map.of(), new Verdict.Unable("why"))));
    assertThat(life.started()).containsExactly("odd");
    assertThat(life.last.starts().getFirst().failure()).contains("why");
    assertThat(life.evaluation().waitsFor()).isEmpty();
  }

  @Test
  void an_edit_cuts_what_is_under_way_and_asks_again() {
    var life = new Life(minutely).then(new Due("here", after(0))).then(new Defined(2, after(3)));
    assertThat(life.last.orders()).containsExactly(new Order.Stop(1));
    assertThat(life.wakes()).contains(3L);
    assertThat(life.then(answered(1, 4, found("a"))).last.believed()).isFalse();
    life.then(new Due("here", after(5))).then(answered(2, 6));
    assertThat(life.then(new Defined(3, after(10))).wakes()).contains(65L);
    var oftener = polling(Duration.ofSeconds(5), false, false);
    assertThat(life.then(oftener, new Defined(4, after(11))).wakes()).contains(16L);
    assertThat(life.then(new Defined(4, after(12))).last.orders()).isEmpty();
  }

  @Test
  void a_listener_is_disconnected_until_it_says_otherwise() {
    var life = new Life(realtime(false));
    assertThat(life.evaluation().disconnectedSince()).contains(after(0));
    life.then(new Due("here", after(0)));
    assertThat(life.wakes()).isEmpty();
    life.then(new Connected(1, after(1)));
    assertThat(life.evaluation().disconnectedSince()).isEmpty();
    life.then(new Disconnected(1, "broker gone", after(2)));
    assertThat(life.evaluation().disconnectedSince()).contains(after(2));
    assertThat(life.evaluation().lastError()).contains("broker gone");
    life.then(new Heard(1, List.of(found("a")), Map.of("offset", 1), after(3)));
    assertThat(life.started()).containsExactly("a");
    assertThat(life.evaluation().disconnectedSince()).isEmpty();
    assertThat(life.evaluation().memory()).isEqualTo(Map.of("offset", 1));
    assertThat(life.evaluation().underWay()).isTrue();
  }

  /// P41: it comes back by itself, and people see since when it is away.
  @Test
  void a_listener_that_cannot_begin_tries_again_until_it_can() {
    var life = new Life(realtime(true));
    long now = 0;
    var waits = new java.util.ArrayList<Long>();
    for (int epoch = 1; epoch <= 8; epoch++) {
      life.then(new Due("here", after(now))).then(failed(epoch, now));
      assertThat(life.started()).hasSize(epoch == 1 ? 1 : 0);
      assertThat(life.evaluation().disconnectedSince()).contains(after(0));
      long next = life.wakes().orElseThrow();
      waits.add(next - now);
      now = next;
    }
    assertThat(waits).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
    life.then(new Due("here", after(now))).then(new Connected(9, after(now)));
    assertThat(life.evaluation().failures()).isZero();
    assertThat(life.evaluation().lastError()).isEmpty();
    assertThat(life.evaluation().disconnectedSince()).isEmpty();
  }

  /// P42: whoever had it, somebody else has it now, from the same memory.
  @Test
  void a_listener_whose_worker_is_gone_listens_elsewhere_from_the_same_memory() {
    var life =
        new Life(realtime(false))
            .then(new Due("here", after(0)))
            .then(new Heard(1, List.of(found("a")), Map.of("offset", 1), after(1)))
            .then(new WorkerLost(after(2)));
    assertThat(life.evaluation().disconnectedSince()).contains(after(2));
    life.then(new Due("here", after(2)));
    assertThat(life.last.orders()).containsExactly(new Order.Dispatch(2));
    assertThat(life.evaluation().memory()).isEqualTo(Map.of("offset", 1));
    life.then(new Heard(1, List.of(found("b")), Map.of("offset", 2), after(3)));
    assertThat(life.last.believed()).isFalse();
    assertThat(life.started()).isEmpty();
  }

  @Test
  void a_disabled_listener_is_stopped() {
    var life =
        new Life(realtime(false)).then(new Due("here", after(0))).then(new Disabled("x", after(1)));
    assertThat(life.last.orders()).containsExactly(new Order.Stop(1));
    assertThat(life.then(new Enabled(after(9))).wakes()).contains(9L);
  }

  @Test
  void a_restart_cuts_what_is_under_way_and_asks_now() {
    var life = new Life(minutely).then(new Due("here", after(0))).then(new Restarted(after(5)));
    assertThat(life.last.orders()).containsExactly(new Order.Stop(1));
    assertThat(life.wakes()).contains(5L);
    life.then(new Due("here", after(5))).then(answered(2, 6, found("a")));
    assertThat(life.then(new Restarted(after(9))).wakes()).contains(9L);
    life.then(new Disabled("x", after(10))).then(new Restarted(after(11)));
    assertThat(life.wakes()).isEmpty();
  }
}
