package io.orrery.controller.turn;

import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.Refused.Reason;
import io.orrery.controller.Orchestrator.TriggerChange;
import io.orrery.controller.flow.Flows;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Surroundings;
import io.orrery.engine.execution.Variables;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.trigger.Evaluating;
import io.orrery.engine.trigger.Evaluation;
import io.orrery.engine.trigger.EvaluationEvent;
import io.orrery.engine.trigger.EvaluationTransition;
import io.orrery.engine.trigger.EvaluationTransition.Order;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.Verdict;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.TriggerDef.OnWorker;
import io.orrery.model.flow.TriggerDef.Polling;
import io.orrery.model.flow.TriggerDef.Realtime;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.id.TriggerId;
import io.orrery.rpc.Job;
import io.orrery.rpc.TriggerJob;
import io.orrery.rpc.TriggerNews;
import io.orrery.rpc.WorkerPort;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The triggers of a loop's vnodes that run on workers: applies events to them through
/// [Evaluating], dispatches them after the commit, and makes the executions of what they find, in
/// the turn's one transaction. Used by the loop's thread alone.
final class WorkerTriggers {

  private static final Logger log = LoggerFactory.getLogger(WorkerTriggers.class);

  /// Numbers of executions that are not of something found.
  private static final long FAILURE = -1;

  private static final long NOBODY = -2;

  /// @param name of the node, which is its only worker
  /// @param epoch of the lease
  record Worker(WorkerPort port, Surroundings around, String name, long epoch) {}

  private final Flows flows;
  private final Timers timers;
  private final Mailbox mailbox;
  private final Outside outside;
  private final FlowTriggering.Starting starting;
  private final Worker worker;
  private final Map<TriggerId, TriggerState> states = new HashMap<>();

  /// The instant that a timer is armed for, so that none is armed twice.
  private final Map<TriggerId, Instant> armed = new HashMap<>();

  /// Dispatches that no worker has taken yet.
  private final Set<TriggerId> waiting = new LinkedHashSet<>();

  WorkerTriggers(FlowTriggering.Tools tools, FlowTriggering.Starting starting, Worker worker) {
    flows = tools.flows();
    timers = tools.timers();
    mailbox = tools.mailbox();
    outside = tools.outside();
    this.starting = starting;
    this.worker = worker;
  }

  // ---- what comes in

  /// Knows the states, before anything is decided by them.
  void know(List<TriggerState> loaded) {
    onWorkers(loaded).forEach(state -> states.put(state.id(), state));
  }

  /// Puts triggers back under way from their rows. Whoever worked for them under an older lease is
  /// not believed any more, so they are dispatched anew.
  ///
  /// @param live whether an execution has not ended
  void load(Turn turn, List<TriggerState> loaded, Predicate<ExecutionId> live) {
    for (var state : onWorkers(loaded)) {
      var evaluation = Evaluating.evaluation(state);
      turn.act(() -> worker.port().stopTrigger(state.id(), evaluation.epoch()));
      apply(turn, state.id(), new EvaluationEvent.WorkerLost(turn.now));
      for (var execution : evaluation.waitsFor()) {
        if (!live.test(execution)) {
          log.warn("trigger {} waited for execution {}, which has ended", state.id(), execution);
          apply(turn, state.id(), new EvaluationEvent.ExecutionEnded(execution, turn.now));
        }
      }
      Optional.ofNullable(states.get(state.id())).ifPresent(now -> arm(turn, now));
    }
  }

  private static List<TriggerState> onWorkers(List<TriggerState> loaded) {
    return loaded.stream().filter(state -> state.evaluation().isPresent()).toList();
  }

  /// A flow was saved or deleted: its triggers follow.
  void flowSaved(Turn turn, Optional<Flow> before, Optional<Flow> after, int revision) {
    var key = after.or(() -> before).map(Flow::key);
    if (key.isEmpty()) {
      return;
    }
    for (var gone : before.map(Flow::onWorkers).orElse(List.of())) {
      var left = after.flatMap(it -> it.onWorker(gone.id()));
      if (left.filter(it -> it.getClass() == gone.getClass()).isEmpty()) {
        forget(turn, new TriggerId(key.get(), gone.id()));
      }
    }
    for (var trigger : after.map(Flow::onWorkers).orElse(List.of())) {
      var id = new TriggerId(key.get(), trigger.id());
      var known = states.get(id);
      var state =
          known != null
              ? known
              : Evaluating.unseen(trigger, TriggerState.unseen(id, turn.now), turn.now);
      decide(turn, trigger, state, new EvaluationEvent.Defined(revision, turn.now));
    }
  }

  private void forget(Turn turn, TriggerId id) {
    var state = states.remove(id);
    if (state == null) {
      return;
    }
    turn.changes.remove(id);
    waiting.remove(id);
    armed.remove(id);
    carryOut(turn, id, Evaluating.stops(Evaluating.evaluation(state)));
  }

  void due(Turn turn, TriggerId id) {
    armed.remove(id);
    try {
      apply(turn, id, new EvaluationEvent.Due(worker.name(), turn.now));
    } catch (StoreUnavailable e) {
      log.warn("trigger {} is due and its flow cannot be read; trying again", id, e);
      turn.act(() -> ring(id, turn.now.plus(Triggering.READ_AGAIN)));
    }
  }

  /// A worker's news. What was found is judged elsewhere first; until then nothing is decided, so
  /// that a crash in between loses nothing: the worker's answer is still owed.
  void told(Turn turn, Command.TriggerTold command) {
    var news = command.news();
    var state = states.get(news.trigger());
    var definition = definition(news.trigger());
    var plan = plan(news.trigger());
    if (state == null || definition.isEmpty() || plan.isEmpty()) {
      turn.answer(command.answer(), false);
      return;
    }
    var found = found(news.what());
    if (!found.isEmpty() && command.verdicts().isEmpty() && isNewest(state, news)) {
      var asked = new Outside.OfFindings(plan.get(), definition.get(), found);
      turn.act(
          () ->
              outside.judge(
                  asked,
                  verdicts ->
                      mailbox.post(
                          new Command.TriggerTold(news, Optional.of(verdicts), command.answer()))));
      return;
    }
    var event = event(turn, state, news, command.verdicts().orElse(List.of()));
    boolean believed = decide(turn, definition.get(), state, event);
    if (!believed) {
      log.info(
          "trigger {}: news of dispatch {} comes too late and is not believed",
          news.trigger(),
          news.dispatch());
    }
    turn.answer(command.answer(), believed);
  }

  private static boolean isNewest(TriggerState state, TriggerNews news) {
    var evaluation = Evaluating.evaluation(state);
    return evaluation.underWay() && evaluation.epoch() == news.dispatch();
  }

  private static List<TriggerNews.Finding> found(TriggerNews.What what) {
    return switch (what) {
      case TriggerNews.Answered(var found, _) -> found;
      case TriggerNews.Heard(var found, _) -> found;
      case TriggerNews.Connected _, TriggerNews.Disconnected _, TriggerNews.Failed _ -> List.of();
    };
  }

  private static EvaluationEvent event(
      Turn turn, TriggerState state, TriggerNews news, List<Verdict> verdicts) {
    long epoch = news.dispatch();
    return switch (news.what()) {
      case TriggerNews.Answered(var found, var memory) ->
          new EvaluationEvent.Answered(epoch, judged(found, verdicts), memory, turn.now);
      case TriggerNews.Heard(var found, var memory) ->
          new EvaluationEvent.Heard(epoch, judged(found, verdicts), memory, turn.now);
      case TriggerNews.Connected() -> new EvaluationEvent.Connected(epoch, turn.now);
      case TriggerNews.Disconnected(var why) ->
          new EvaluationEvent.Disconnected(epoch, why, turn.now);
      case TriggerNews.Failed(var why) -> {
        var since = Evaluating.evaluation(state).dispatchedAt().orElse(turn.now);
        var execution = ExecutionIds.found(state.id(), epoch, since, FAILURE);
        yield new EvaluationEvent.Failed(epoch, execution, why, turn.now);
      }
    };
  }

  /// Without verdicts nothing comes of it: it is late, and will be refused.
  private static List<EvaluationEvent.Finding> judged(
      List<TriggerNews.Finding> found, List<Verdict> verdicts) {
    var judged = new ArrayList<EvaluationEvent.Finding>();
    for (int i = 0; i < found.size(); i++) {
      var verdict = i < verdicts.size() ? verdicts.get(i) : new Verdict.Fails();
      var finding = found.get(i);
      judged.add(new EvaluationEvent.Finding(finding.execution(), finding.output(), verdict));
    }
    return judged;
  }

  /// An execution of this trigger ended.
  void ended(Turn turn, TriggerId id, Execution execution) {
    apply(turn, id, new EvaluationEvent.ExecutionEnded(execution.id(), turn.now));
  }

  /// Stops the trigger for a reason, or (empty) lets it go again.
  ///
  /// @return whether it is known
  boolean stop(Turn turn, TriggerId id, Optional<String> reason) {
    return apply(
        turn,
        id,
        reason.isPresent()
            ? new EvaluationEvent.Disabled(reason.get(), turn.now)
            : new EvaluationEvent.Enabled(turn.now));
  }

  /// @throws Refused when it waits for nothing and is to be unlocked
  TriggerState change(Turn turn, TriggerState state, TriggerChange change) {
    var id = state.id();
    switch (change) {
      case TriggerChange.Unlock _ -> {
        if (Evaluating.evaluation(state).waitsFor().isEmpty()) {
          throw new Refused(Reason.CONFLICT, "trigger " + id + " is not locked");
        }
        apply(turn, id, new EvaluationEvent.Unlocked(turn.now));
      }
      case TriggerChange.Restart _ -> apply(turn, id, new EvaluationEvent.Restarted(turn.now));
      case TriggerChange.Reset _ -> reset(turn, id);
    }
    return states.getOrDefault(id, TriggerState.unseen(id, turn.now));
  }

  private void reset(Turn turn, TriggerId id) {
    forget(turn, id);
    definition(id)
        .ifPresent(
            definition -> {
              var unseen = TriggerState.unseen(id, turn.now);
              int revision = plan(id).map(FlowPlan::revision).orElse(1);
              boolean _ =
                  decide(
                      turn,
                      definition,
                      Evaluating.unseen(definition, unseen, turn.now),
                      new EvaluationEvent.Defined(revision, turn.now));
            });
  }

  /// It waits for an execution that is not live: it waits no longer.
  ///
  /// @return whether it did
  boolean holderGone(Turn turn, TriggerState state, ExecutionId execution) {
    boolean waited = Evaluating.evaluation(state).waitsFor().contains(execution);
    if (waited) {
      log.warn(
          "trigger {} waited for execution {}, which is not live; released", state.id(), execution);
      apply(turn, state.id(), new EvaluationEvent.ExecutionEnded(execution, turn.now));
    }
    return waited;
  }

  Optional<TriggerState> state(TriggerId id) {
    return Optional.ofNullable(states.get(id));
  }

  // ---- decisions

  private boolean apply(Turn turn, TriggerId id, EvaluationEvent event) {
    var state = states.get(id);
    var definition = definition(id);
    if (state == null || definition.isEmpty()) {
      return false;
    }
    boolean _ = decide(turn, definition.get(), state, event);
    return true;
  }

  /// @return whether news was believed
  private boolean decide(
      Turn turn, OnWorker definition, TriggerState state, EvaluationEvent event) {
    var transition = Evaluating.decide(definition, state, event);
    states.put(state.id(), transition.state());
    arm(turn, transition.state());
    if (!transition.state().equals(state)) {
      turn.touches(state.id().flow());
      turn.changes.put(transition.state());
    }
    start(turn, definition, state.id(), transition);
    carryOut(turn, state.id(), transition.orders());
    return transition.believed();
  }

  private void start(
      Turn turn, OnWorker definition, TriggerId id, EvaluationTransition transition) {
    if (transition.starts().isEmpty()) {
      return;
    }
    var plan =
        plan(id)
            .orElseThrow(() -> new IllegalStateException("flow " + id.flow() + " is not known"));
    for (var start : transition.starts()) {
      var execution =
          Fired.execution(
              plan,
              definition,
              start.id(),
              definition.inputs(),
              start.variables(),
              Map.of(),
              turn.now);
      turn.follow(() -> starting.create(turn, execution, start.failure()));
    }
  }

  private void carryOut(Turn turn, TriggerId id, List<Order> orders) {
    for (var order : orders) {
      switch (order) {
        case Order.Dispatch _ -> turn.act(() -> waiting.add(id));
        case Order.Stop(long epoch) ->
            turn.act(
                () -> {
                  waiting.remove(id);
                  worker.port().stopTrigger(id, epoch);
                });
      }
    }
  }

  private void arm(Turn turn, TriggerState state) {
    Evaluating.wakeAt(state)
        .filter(at -> !at.equals(armed.put(state.id(), at)))
        .ifPresent(at -> turn.act(() -> ring(state.id(), at)));
  }

  private void ring(TriggerId id, Instant at) {
    timers.arm(at, new Command.EvaluationDue(id));
  }

  // ---- what goes out

  /// Sends what the worker has room for, in the order in which it came. Called after each commit.
  void pump() {
    while (!waiting.isEmpty()) {
      var next = waiting.iterator().next();
      var job = job(next);
      if (job.isPresent() && !worker.port().evaluate(job.get())) {
        return;
      }
      waiting.remove(next);
    }
  }

  private Optional<TriggerJob> job(TriggerId id) {
    var state = states.get(id);
    var definition = definition(id);
    var plan = plan(id);
    if (state == null || definition.isEmpty() || plan.isEmpty()) {
      return Optional.empty();
    }
    var evaluation = Evaluating.evaluation(state);
    return evaluation
        .dispatchedAt()
        .map(at -> job(id, definition.get(), plan.get(), evaluation, at));
  }

  private TriggerJob job(
      TriggerId id, OnWorker definition, FlowPlan plan, Evaluation evaluation, Instant at) {
    var mode =
        switch (definition) {
          case Polling _ -> TriggerJob.Mode.POLLING;
          case Realtime _ -> TriggerJob.Mode.REALTIME;
        };
    var timeout =
        switch (definition) {
          case Polling polling -> polling.timeout();
          case Realtime _ -> Optional.<String>empty();
        };
    // What a listener stores is of many executions: it stays under a name of nobody until its own
    // is known.
    var first =
        ExecutionIds.found(
            id, evaluation.epoch(), at, mode == TriggerJob.Mode.POLLING ? 0 : NOBODY);
    var job =
        new Job(
            new TaskRunId(first, TriggerJob.SEQ),
            1,
            worker.epoch(),
            id.flow(),
            plan.revision(),
            id.id(),
            definition.common().type(),
            definition.properties(),
            Variables.of(plan.flow(), plan.revision(), worker.around()),
            List.of(),
            timeout,
            definition.logLevel(),
            false);
    return new TriggerJob(id, evaluation.epoch(), at, mode, evaluation.memory(), job);
  }

  // ---- definitions

  private Optional<FlowPlan> plan(TriggerId id) {
    return flows.current(id.flow()).flatMap(Flows.Known::plan);
  }

  /// In force.
  private Optional<OnWorker> definition(TriggerId id) {
    return plan(id).flatMap(plan -> plan.flow().onWorker(id.id()));
  }
}
