package io.orrery.engine.trigger;

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
import io.orrery.engine.trigger.EvaluationEvent.News;
import io.orrery.engine.trigger.EvaluationEvent.Restarted;
import io.orrery.engine.trigger.EvaluationEvent.Unlocked;
import io.orrery.engine.trigger.EvaluationEvent.WorkerLost;
import io.orrery.engine.trigger.EvaluationTransition.Order;
import io.orrery.model.flow.TriggerDef.OnWorker;
import io.orrery.model.flow.TriggerDef.Polling;
import io.orrery.model.flow.TriggerDef.Realtime;
import io.orrery.model.id.ExecutionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The machine of triggers that run on workers: those that are asked at an interval, and those that
/// listen.
///
/// The promise: what a worker finds becomes one execution, however often it is told, and only what
/// the newest dispatch says is believed. It rests on the epoch: raised and kept *before* a job
/// leaves, carried by the job, compared when news comes. A dispatch that nobody can answer any more
/// is abandoned, and a new one has a later epoch, so the two can never both count.
public final class Evaluating {
  private Evaluating() {}

  /// A trigger that fails again and again is asked at least this often, unless its interval is
  /// longer.
  static final Duration POLLING_DELAY_MAX = Duration.ofMinutes(15);

  static final Duration LISTENING_DELAY_MIN = Duration.ofSeconds(1);
  static final Duration LISTENING_DELAY_MAX = Duration.ofMinutes(1);

  /// Doubling a delay more often takes it past every limit.
  private static final int DOUBLINGS_MAX = 30;

  /// Of a trigger that nothing is known of yet: what the first [Defined] is decided upon.
  public static TriggerState unseen(OnWorker definition, TriggerState state, Instant at) {
    var kind =
        switch (definition) {
          case Polling _ -> Evaluation.Kind.POLLING;
          case Realtime _ -> Evaluation.Kind.REALTIME;
        };
    return state.evaluating(Evaluation.fresh(kind, at));
  }

  /// What an event means.
  ///
  /// @param state one with an [Evaluation]
  public static EvaluationTransition decide(
      OnWorker definition, TriggerState state, EvaluationEvent event) {
    var evaluation = evaluation(state);
    return switch (event) {
      case Defined(int revision, var at) -> define(definition, state, evaluation, revision, at);
      case Disabled(var reason, var at) -> disable(state, evaluation, reason, at);
      case Enabled(var at) ->
          state.disabled() && !definition.common().disabled()
              ? EvaluationTransition.to(
                  state
                      .switched(false, Optional.empty())
                      .evaluating(evaluation.forgiven())
                      .next(Optional.of(at), at))
              : EvaluationTransition.to(state);
      case Due(var worker, var at) -> due(definition, state, evaluation, worker, at);
      case WorkerLost(var at) ->
          evaluation.underWay()
              ? EvaluationTransition.to(
                  state.evaluating(evaluation.abandoned(at)).next(Optional.of(at), at))
              : EvaluationTransition.to(state);
      case ExecutionEnded(var execution, var at) -> ended(state, evaluation, execution, at);
      case Unlocked(var at) ->
          evaluation.waitsFor().isEmpty()
              ? EvaluationTransition.to(state)
              : EvaluationTransition.to(
                  state.evaluating(evaluation.waitingFor(List.of())).released(at));
      case Restarted(var at) -> restart(state, evaluation, at);
      case News news -> believed(definition, state, evaluation, news);
    };
  }

  /// What is remembered of a trigger that runs on a worker.
  ///
  /// @throws IllegalStateException for the state of another kind
  public static Evaluation evaluation(TriggerState state) {
    return state
        .evaluation()
        .orElseThrow(() -> new IllegalStateException(state.id() + " does not run on a worker"));
  }

  /// When the next [Due] is wanted; empty while only another event can move the trigger.
  public static Optional<Instant> wakeAt(TriggerState state) {
    boolean still =
        state.disabled()
            || state.evaluation().filter(it -> !it.underWay() && it.waitsFor().isEmpty()).isEmpty();
    return still ? Optional.empty() : state.nextSlot();
  }

  private static EvaluationTransition define(
      OnWorker definition, TriggerState state, Evaluation evaluation, int revision, Instant at) {
    if (state.revision() >= revision) return EvaluationTransition.to(state);
    boolean stopped = state.disabled() && state.stopReason().isPresent();
    boolean disabled = stopped || definition.common().disabled();
    boolean concurrent = definition instanceof Polling polling && polling.allowConcurrent();
    var after = evaluation.abandoned(at).forgiven();
    if (concurrent) after = after.waitingFor(List.of());
    var next = disabled ? Optional.<Instant>empty() : Optional.of(soon(definition, state, at));
    var defined =
        state
            .switched(disabled, stopped ? state.stopReason() : Optional.empty())
            .evaluating(after)
            .holding(last(after.waitsFor()))
            .redefined(revision, next, at);
    return new EvaluationTransition(defined, List.of(), stops(evaluation), true);
  }

  /// A trigger that was cut off, or is new, is asked at once; another one no later than it would
  /// have been.
  private static Instant soon(OnWorker definition, TriggerState state, Instant at) {
    boolean waiting = state.evaluation().filter(Evaluation::underWay).isEmpty();
    if (!waiting || !(definition instanceof Polling polling)) return at;
    var next = state.nextSlot().orElse(at);
    var latest = at.plus(polling.interval());
    return next.isAfter(latest) ? latest : next;
  }

  private static EvaluationTransition disable(
      TriggerState state, Evaluation evaluation, String reason, Instant at) {
    if (state.disabled() && state.stopReason().equals(Optional.of(reason))) {
      return EvaluationTransition.to(state);
    }
    var disabled =
        state
            .switched(true, Optional.of(reason))
            .evaluating(evaluation.abandoned(at))
            .next(Optional.empty(), at);
    return new EvaluationTransition(disabled, List.of(), stops(evaluation), true);
  }

  private static EvaluationTransition restart(
      TriggerState state, Evaluation evaluation, Instant at) {
    var again = evaluation.abandoned(at).forgiven().waitingFor(List.of());
    var next = state.disabled() ? Optional.<Instant>empty() : Optional.of(at);
    var restarted = state.evaluating(again).released(at).next(next, at);
    return new EvaluationTransition(restarted, List.of(), stops(evaluation), true);
  }

  /// What a worker must be told when a trigger in this state is given up.
  public static List<Order> stops(Evaluation evaluation) {
    return evaluation.underWay() ? List.of(new Order.Stop(evaluation.epoch())) : List.of();
  }

  private static EvaluationTransition due(
      OnWorker definition, TriggerState state, Evaluation evaluation, String worker, Instant at) {
    boolean due = wakeAt(state).filter(next -> !next.isAfter(at)).isPresent();
    if (!due) return EvaluationTransition.to(state);
    var next =
        definition instanceof Polling polling
            ? Optional.of(at.plus(polling.interval()))
            : Optional.<Instant>empty();
    var dispatched = evaluation.sentTo(worker, at);
    return EvaluationTransition.to(
        state.evaluating(dispatched).asked(next, at), new Order.Dispatch(dispatched.epoch()));
  }

  private static EvaluationTransition ended(
      TriggerState state, Evaluation evaluation, ExecutionId execution, Instant at) {
    if (!evaluation.waitsFor().contains(execution)) return EvaluationTransition.to(state);
    var left = new ArrayList<>(evaluation.waitsFor());
    left.remove(execution);
    return EvaluationTransition.to(
        state.evaluating(evaluation.waitingFor(left)).holding(last(left)).touched(at));
  }

  private static EvaluationTransition believed(
      OnWorker definition, TriggerState state, Evaluation evaluation, News news) {
    if (news.epoch() == evaluation.settled()) return EvaluationTransition.to(state); // told twice
    if (!evaluation.underWay() || news.epoch() != evaluation.epoch()) {
      var refusing = state.evaluating(evaluation.refusing());
      return new EvaluationTransition(refusing, List.of(), List.of(), false);
    }
    return switch (news) {
      case Answered(_, var found, var memory, var at) ->
          answered(definition, state, evaluation, found, memory, at);
      case Heard(_, var found, var memory, var at) ->
          started(state.evaluating(evaluation.heard(memory)), starts(found, at), at);
      case Connected(_, _) -> EvaluationTransition.to(state.evaluating(evaluation.connected()));
      case Disconnected(_, var why, var at) ->
          EvaluationTransition.to(state.evaluating(evaluation.lost(why, at)).touched(at));
      case Failed(_, var execution, var why, var at) ->
          failed(definition, state, evaluation, execution, why, at);
    };
  }

  private static EvaluationTransition answered(
      OnWorker definition,
      TriggerState state,
      Evaluation evaluation,
      List<Finding> found,
      Map<String, Object> memory,
      Instant at) {
    var starts = starts(found, at);
    boolean waits = definition instanceof Polling polling && !polling.allowConcurrent();
    var waitsFor =
        waits
            ? starts.stream().filter(it -> it.failure().isEmpty()).map(Start::id).toList()
            : List.<ExecutionId>of();
    var over = evaluation.answered(waitsFor, memory);
    var next = state.nextSlot().filter(it -> it.isAfter(at)).or(() -> Optional.of(at));
    return started(state.evaluating(over).holding(last(waitsFor)).next(next, at), starts, at);
  }

  private static EvaluationTransition started(TriggerState state, List<Start> starts, Instant at) {
    var after = starts.isEmpty() ? state : state.fired(at);
    return new EvaluationTransition(after, starts, List.of(), true);
  }

  private static List<Start> starts(List<Finding> found, Instant at) {
    return found.stream().flatMap(finding -> finding.start(at).stream()).toList();
  }

  private static EvaluationTransition failed(
      OnWorker definition,
      TriggerState state,
      Evaluation evaluation,
      ExecutionId execution,
      String why,
      Instant at) {
    var failed = evaluation.failed(why, at);
    // The first of a row of failures is news; a listener that stays away is one outage.
    boolean shown =
        definition.common().failOnTriggerError()
            && (definition instanceof Polling || failed.failures() == 1);
    var starts =
        shown ? List.of(new Start(execution, at, Map.of(), Optional.of(why))) : List.<Start>of();
    var since = evaluation.dispatchedAt().orElse(at);
    var next = definition instanceof Polling ? since : at;
    var then = next.plus(delay(definition, failed.failures()));
    return started(
        state.evaluating(failed).next(Optional.of(then.isAfter(at) ? then : at), at), starts, at);
  }

  private static Duration delay(OnWorker definition, int failures) {
    return switch (definition) {
      case Polling polling -> {
        var limit =
            polling.interval().compareTo(POLLING_DELAY_MAX) > 0
                ? polling.interval()
                : POLLING_DELAY_MAX;
        yield doubled(polling.interval(), failures - 1, limit);
      }
      case Realtime _ -> doubled(LISTENING_DELAY_MIN, failures - 1, LISTENING_DELAY_MAX);
    };
  }

  private static Duration doubled(Duration first, int times, Duration limit) {
    var delay = first;
    for (int i = 0; i < Math.min(times, DOUBLINGS_MAX) && delay.compareTo(limit) < 0; i++) {
      delay = delay.multipliedBy(2);
    }
    return delay.compareTo(limit) < 0 ? delay : limit;
  }

  private static Optional<ExecutionId> last(List<ExecutionId> executions) {
    return executions.isEmpty() ? Optional.empty() : Optional.of(executions.getLast());
  }
}
