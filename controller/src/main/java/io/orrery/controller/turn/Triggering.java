package io.orrery.controller.turn;

import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.Refused.Reason;
import io.orrery.controller.flow.Flows;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.trigger.Backfill;
import io.orrery.engine.trigger.BackfillEvent;
import io.orrery.engine.trigger.Backfills;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Former;
import io.orrery.engine.trigger.Schedules;
import io.orrery.engine.trigger.Start;
import io.orrery.engine.trigger.Timetable;
import io.orrery.engine.trigger.TriggerEvent;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.TriggerTransition;
import io.orrery.engine.trigger.Triggers;
import io.orrery.engine.trigger.Verdict;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import io.orrery.store.vnode.VnodeStore;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The schedules of a loop's vnodes: applies events to them through [Triggers], writes the ledger,
/// and makes the executions that they fire, all in the turn's one transaction. Used by the loop's
/// thread alone.
final class Triggering {

  private static final Logger log = LoggerFactory.getLogger(Triggering.class);
  private static final String BY_USER = "disabled by a user";
  static final Duration READ_AGAIN = Duration.ofSeconds(1);

  private final Flows flows;
  private final Timers timers;
  private final ZoneId defaultZone;
  private final Outside outside;
  private final Mailbox mailbox;
  private final VnodeStore store;
  private final FlowTriggering.Starting starting;
  private final Pace pace;
  private final Recovery recovery;
  private final WorkerTriggers onWorkers;

  /// States of schedules; of other triggers only while they are stopped.
  private final KnownTriggers states;

  /// Why what is due at the moment was not decided at its instant.
  private Cause cause = Cause.ON_TIME;

  /// The instant that a timer is armed for, so that none is armed twice.
  private final Map<TriggerId, Instant> armed = new HashMap<>();

  /// When recovery has planned a turn.
  private @Nullable Instant nudgeAt;

  /// How many late slots are being asked about by the command at hand.
  private int asked;

  /// When this owner took over.
  private Instant begunAt = Instant.EPOCH;

  /// Schedules whose slots are being judged elsewhere, with the state that they were asked at.
  private final Map<TriggerId, TriggerState> judging = new HashMap<>();

  /// @param onWorkers the triggers that are none of these
  record Parts(
      FlowTriggering.Tools tools,
      FlowTriggering.Starting starting,
      WorkerTriggers onWorkers,
      KnownTriggers states,
      Pace pace,
      Pacing pacing) {}

  Triggering(Parts parts) {
    states = parts.states();
    states.tellWoken(this::armNow);
    pace = parts.pace();
    recovery = new Recovery(parts.pacing(), this::slotAfter);
    starting = parts.starting();
    onWorkers = parts.onWorkers();
    var tools = parts.tools();
    flows = tools.flows();
    timers = tools.timers();
    defaultZone = tools.zone();
    outside = tools.outside();
    mailbox = tools.mailbox();
    store = tools.store();
  }

  // ---- what comes in

  /// What is known of the triggers of a flow comes into memory: it is about to be saved or deleted.
  ///
  /// @throws StoreUnavailable when it cannot be read; nothing has changed then
  void recall(Turn turn, FlowId flow) {
    states.recall(turn, flow);
  }

  /// A flow was saved or deleted, and [#recall]ed before: its schedules follow, none of their due
  /// slots is lost.
  void flowSaved(Turn turn, Optional<Flow> before, Optional<Flow> after, int revision) {
    var flow = after.or(() -> before).map(Flow::key);
    if (flow.isEmpty()) {
      return;
    }
    for (var gone : before.map(Flow::triggers).orElse(List.of())) {
      var id = new TriggerId(flow.get(), gone.id());
      var left = after.flatMap(it -> it.trigger(gone.id()));
      boolean stays = left.filter(it -> it.getClass() == gone.getClass()).isPresent();
      recovery.forget(id);
      if (!stays && (states.remove(turn, id) || gone instanceof Schedule)) {
        turn.changes.remove(id);
      }
    }
    onWorkers.flowSaved(turn, before, after, revision);
    for (var schedule : after.map(Flow::schedules).orElse(List.of())) {
      var id = new TriggerId(flow.get(), schedule.id());
      var state = states.get(id);
      // While slots of an older revision are owed, that one's definition is what they were of.
      var former =
          state == null
              ? Optional.<Schedule>empty()
              : former(state)
                  .map(Former::definition)
                  .or(() -> before.flatMap(it -> it.schedule(schedule.id())));
      if (state == null || former.isEmpty()) {
        decide(
            turn,
            schedule,
            Optional.empty(),
            // Deleted and back again: what was decided once is not decided again.
            TriggerState.unseen(id, store.lastDecided(id), turn.now),
            new TriggerEvent.Defined(revision, turn.now));
      } else {
        decide(
            turn,
            schedule,
            Optional.empty(),
            state,
            new TriggerEvent.Redefined(revision, former.get(), turn.now));
      }
    }
  }

  /// A slot may be due. Those that are late fire by [#recover] alone.
  void due(Turn turn, TriggerId id, Cause cause) {
    armed.remove(id);
    due(turn, id, cause, 0);
  }

  private void due(Turn turn, TriggerId id, Cause given, int late) {
    long before = turn.steps();
    var why = given == Cause.ON_TIME ? derived(id) : given;
    this.cause = why; // what is left over for the next event is late for the same reason
    try {
      if (unreadable(id)) return;
      if (!judge(turn, id, why, late)) {
        apply(turn, id, _ -> new TriggerEvent.Due(turn.now, why, late));
      }
    } catch (StoreUnavailable e) {
      if (turn.steps() != before) {
        throw e; // half decided
      }
      log.warn("trigger {} is due and its flow cannot be read; trying again", id, e);
      turn.act(() -> ring(id, turn.now.plus(READ_AGAIN), Cause.DB_OUTAGE));
    } finally {
      this.cause = Cause.ON_TIME;
    }
  }

  /// Why what is due of a trigger was not decided at its instant, as far as this loop knows.
  private Cause derived(TriggerId id) {
    var state = states.get(id);
    return state == null
        ? Cause.ON_TIME
        : Triggers.wakeAt(state).map(pace::causeOf).orElse(Cause.ON_TIME);
  }

  /// A trigger whose flow no longer reads fires nothing; somebody must hear why.
  private boolean unreadable(TriggerId id) {
    var problem = flows.current(id.flow()).flatMap(Flows.Known::problem);
    problem.ifPresent(
        why -> log.error("trigger {} is due, and its flow cannot be read: {}", id, why));
    return problem.isPresent();
  }

  /// Lets late triggers fire, each in its turn, as far as their rates allow and at most so many as
  /// leave the others their share of the turn.
  void recover(Turn turn) {
    int left = Recovery.TURN_MAX;
    for (var share = nextShare(turn); share.isPresent() && left > 0; share = nextShare(turn)) {
      var id = share.get().trigger();
      var state = states.get(id);
      if (state == null || Triggers.wakeAt(state).filter(at -> !at.isAfter(turn.now)).isEmpty()) {
        recovery.remove(id);
        continue;
      }
      int before = turn.changes.fires().size();
      due(turn, id, Cause.ON_TIME, Math.min(left, share.get().late()));
      int fired = late(turn, before) + asked;
      asked = 0;
      recovery.took(share.get(), fired);
      left -= Math.max(1, fired);
      if (state.equals(states.get(id)) && recovery.remove(id) && !judging.containsKey(id)) {
        var again = turn.now.plus(READ_AGAIN);
        turn.act(() -> ring(id, again, Cause.ON_TIME));
      }
    }
    recovery.readyAt().ifPresent(at -> nudge(turn, at.minus(pace.elapsed())));
  }

  /// A turn is wanted in `wait`, unless one is planned before.
  private void nudge(Turn turn, Duration wait) {
    var at = turn.now.plus(wait.isNegative() ? Duration.ZERO : wait);
    if (nudgeAt != null && nudgeAt.isAfter(turn.now) && !nudgeAt.isAfter(at)) return;
    nudgeAt = at;
    turn.act(() -> timers.arm(at, new Command.Nudge()));
  }

  private Optional<Recovery.Share> nextShare(Turn turn) {
    return recovery.isReady(pace.elapsed()) ? recovery.next(turn.now) : Optional.empty();
  }

  private static int late(Turn turn, int before) {
    int late = 0;
    var fires = turn.changes.fires();
    for (int i = before; i < fires.size(); i++) {
      var cause = fires.get(i).cause();
      if (cause != Cause.ON_TIME && cause != Cause.LOCKED) late++;
    }
    return late;
  }

  boolean recovers() {
    return recovery.isReady(pace.elapsed());
  }

  private Optional<Instant> slotAfter(TriggerId id, Instant after) {
    return schedule(id).flatMap(it -> Schedules.slots(it, defaultZone).next(after));
  }

  /// Asks for the conditions of a schedule that must be rendered, for the slots that would fire
  /// now. Until the answer comes nothing is decided, so that a crash in between loses nothing.
  ///
  /// @return whether there is something to wait for
  private boolean judge(Turn turn, TriggerId id, Cause cause, int late) {
    var state = states.get(id);
    var schedule = schedule(id);
    var plan = flows.current(id.flow()).flatMap(Flows.Known::plan);
    if (state == null
        || schedule.isEmpty()
        || plan.isEmpty()
        || !Triggers.judgedFirst(schedule.get())) {
      return false;
    }
    if (state.equals(judging.get(id))) {
      return true;
    }
    var event = new TriggerEvent.Due(turn.now, cause, late);
    var starts = Triggers.decide(schedule.get(), defaultZone, former(state), state, event).starts();
    if (starts.isEmpty()) {
      return false;
    }
    judging.put(id, state);
    recovery.remove(id); // until the answer is there
    asked = Math.min(late, starts.size());
    var slots = new LinkedHashMap<Instant, Map<String, Object>>();
    starts.forEach(start -> slots.put(start.slot(), start.variables()));
    var at = turn.now;
    turn.act(
        () ->
            outside.judge(
                new Outside.OfSlots(plan.get(), schedule.get(), slots),
                verdicts ->
                    mailbox.post(new Command.TriggerJudged(id, cause, at, late, verdicts))));
    return true;
  }

  /// The answer. What has changed meanwhile is asked for anew.
  void judged(Turn turn, Command.TriggerJudged answer) {
    var id = answer.trigger();
    var asked = judging.remove(id);
    var state = states.get(id);
    var schedule = schedule(id);
    if (asked == null || state == null || schedule.isEmpty()) {
      return;
    }
    if (!asked.equals(state)) {
      turn.act(() -> ring(id, turn.now, answer.cause()));
      return;
    }
    this.cause = answer.cause();
    try {
      var event = new TriggerEvent.Due(answer.at(), answer.cause(), answer.late());
      decide(turn, schedule.get(), former(state), state, event, answer.verdicts());
    } finally {
      this.cause = Cause.ON_TIME;
    }
  }

  void ended(Turn turn, Execution execution) {
    var trigger = execution.fixed().trigger();
    if (trigger.isEmpty()) {
      return;
    }
    var id = new TriggerId(execution.fixed().flow(), trigger.get().id());
    onWorkers.ended(turn, id, execution);
    var definition = definition(id);
    if (definition.filter(it -> stops(it, execution)).isPresent()) {
      stop(
          turn,
          id,
          definition.get(),
          Optional.of("stopped after execution " + execution.id() + " ended " + execution.state()),
          Recover.NONE);
    }
    apply(turn, id, _ -> new TriggerEvent.HolderEnded(execution.id(), execution.state(), turn.now));
    backfillEnded(turn, id, execution.id(), execution.state());
  }

  private void backfillEnded(Turn turn, TriggerId id, ExecutionId execution, State endState) {
    var state = states.get(id);
    if (state == null || state.backfill().isEmpty()) {
      return; // nearly always: each end of an execution comes by here
    }
    var schedule = schedule(id);
    if (schedule.isEmpty()) {
      return;
    }
    var event = new BackfillEvent.Ended(execution, endState, turn.now);
    var transition = Backfills.decide(schedule.get(), defaultZone, state, event);
    keep(turn, schedule.get(), state, transition, Optional.empty());
  }

  /// The execution was started by this trigger, not by a task of the same name.
  private static boolean stops(TriggerDef definition, Execution execution) {
    return definition.common().stopAfter().contains(execution.state())
        && execution
            .fixed()
            .trigger()
            .filter(it -> it.type().equals(definition.common().type()))
            .isPresent();
  }

  /// @param recover what becomes of the slots since it was disabled, when it is enabled
  /// @return whether there is such a trigger
  boolean setDisabled(Turn turn, TriggerId id, boolean disabled, Recover recover) {
    var definition = definition(id);
    return definition.isPresent()
        && stop(
            turn,
            id,
            definition.get(),
            disabled ? Optional.of(BY_USER) : Optional.empty(),
            recover);
  }

  /// Stops a trigger for a reason, or lets it go again.
  private boolean stop(
      Turn turn, TriggerId id, TriggerDef definition, Optional<String> reason, Recover recover) {
    var known = states.find(turn, id);
    if (known.filter(it -> !it.tzdata().equals(Timetable.tzdata())).isPresent()) {
      turn.act(() -> ring(id, turn.now, Cause.ON_TIME)); // computed by other zone rules
    }
    return switch (definition) {
      case Schedule _ ->
          apply(
              turn,
              id,
              _ ->
                  reason.isPresent()
                      ? new TriggerEvent.Disabled(reason.get(), turn.now)
                      : new TriggerEvent.Enabled(turn.now, recover));
      case TriggerDef.FlowTrigger _, TriggerDef.Webhook _ -> {
        var before = known.orElseGet(() -> TriggerState.unseen(id, turn.now));
        var state = Triggers.switched(before, reason, turn.now);
        states.put(turn, state);
        turn.touches(id.flow());
        turn.changes.put(state);
        yield true;
      }
      case TriggerDef.OnWorker _ -> onWorkers.stop(turn, id, reason);
      case TriggerDef.Other _ -> false;
    };
  }

  /// A trigger waits for an execution that is not live: it waits no longer. Where only its row says
  /// so, that is written anew.
  ///
  /// @return whether it did
  boolean holderGone(Turn turn, TriggerId id, ExecutionId execution) {
    var onWorker = onWorkers.state(id);
    if (onWorker.isPresent()) {
      return onWorkers.holderGone(turn, onWorker.get(), execution);
    }
    var state = states.get(id);
    if (state == null) {
      return false;
    }
    boolean waited = letGo(turn, state, execution);
    if (!waited) {
      turn.touches(id.flow());
      turn.changes.put(state);
    }
    return waited;
  }

  /// Neither the trigger nor its backfill waits any longer for an execution that is not live.
  ///
  /// @return whether one of them did
  private boolean letGo(Turn turn, TriggerState state, ExecutionId execution) {
    var id = state.id();
    boolean held = state.holder().equals(Optional.of(execution));
    boolean heldBackfill =
        state.backfill().filter(it -> it.running().contains(execution)).isPresent();
    if (held) {
      log.warn("trigger {} waited for execution {}, which is not live; released", id, execution);
      apply(turn, id, _ -> new TriggerEvent.HolderEnded(execution, State.KILLED, turn.now));
    }
    if (heldBackfill) {
      log.warn("the backfill of {} waited for execution {}, not live; goes on", id, execution);
      backfillEnded(turn, id, execution, State.KILLED);
    }
    return held || heldBackfill;
  }

  /// Whether a person, or what it started, has stopped the trigger.
  boolean isStopped(TriggerId id) {
    return Optional.ofNullable(states.get(id))
        .or(() -> onWorkers.state(id))
        .filter(TriggerState::disabled)
        .isPresent();
  }

  /// What a stopped webhook would start is not made.
  ///
  /// @throws Refused when its trigger is stopped
  void refuseStopped(Execution execution) {
    execution
        .fixed()
        .trigger()
        .map(by -> new TriggerId(execution.fixed().flow(), by.id()))
        .filter(id -> isStopped(id) && definition(id).orElse(null) instanceof TriggerDef.Webhook)
        .ifPresent(
            id -> {
              throw new Refused(Reason.NOT_FOUND, "trigger " + id + " is disabled");
            });
  }

  /// Of a schedule, as it is in memory.
  Optional<TriggerState> known(TriggerId id) {
    return Optional.ofNullable(states.get(id));
  }

  /// Wherever it is.
  ///
  /// @throws StoreUnavailable when it has to be read and cannot be
  Optional<TriggerState> state(Turn turn, TriggerId id) {
    return states.find(turn, id).or(() -> onWorkers.state(id));
  }

  /// As its text has it.
  Optional<TriggerDef> definition(TriggerId id) {
    return flow(id).flatMap(flow -> flow.trigger(id.id()));
  }

  private Optional<Flow> flow(TriggerId id) {
    return flows.current(id.flow()).flatMap(Flows.Known::plan).map(FlowPlan::flow);
  }

  /// Knows the states, before anything is decided by them.
  void know(List<TriggerState> loaded) {
    onWorkers.know(loaded);
    schedules(loaded).forEach(states::know);
  }

  /// Nothing is left to remember of it.
  void forget(Turn turn, TriggerId id) {
    states.remove(turn, id);
    turn.touches(id.flow());
    turn.changes.remove(id);
  }

  /// Puts schedules back under way from their rows: what became due meanwhile is decided now.
  ///
  /// @param live whether an execution has not ended
  void load(Turn turn, List<TriggerState> loaded, Predicate<ExecutionId> live) {
    know(loaded);
    onWorkers.load(turn, loaded, live);
    for (var state : schedules(loaded)) {
      wake(turn, state, turn.now);
      Stream.concat(
              state.holder().stream(),
              state.backfill().map(Backfill::running).orElse(List.of()).stream())
          .filter(execution -> !live.test(execution))
          .forEach(gone -> letGo(turn, state, gone));
      if (state.backfill().isPresent()) {
        turn.act(() -> mailbox.post(new Command.BackfillDue(state.id())));
      }
    }
    begunAt = turn.now;
    more(turn);
  }

  /// The next of those that are due within minutes come into memory.
  void more(Turn turn) {
    var news = new ArrayList<TriggerState>();
    try {
      var next = states.more(turn.now, news);
      turn.act(() -> timers.arm(next, new Command.LoadTriggers()));
    } catch (StoreUnavailable e) {
      log.warn("the next schedules cannot be read; trying again", e);
      turn.act(() -> timers.arm(turn.now.plus(READ_AGAIN), new Command.LoadTriggers()));
    }
    news.forEach(state -> wake(turn, state, begunAt));
  }

  /// It has just come into memory.
  ///
  /// @param begun when this owner began: what was due before is late for its sake
  private void wake(Turn turn, TriggerState state, Instant begun) {
    boolean old = !state.tzdata().equals(Timetable.tzdata());
    if (old || Triggers.wakeAt(state).filter(at -> !at.isAfter(begun)).isPresent()) {
      turn.act(() -> ring(state.id(), turn.now, Cause.RESTART));
    } else {
      arm(turn, state);
    }
  }

  private static List<TriggerState> schedules(List<TriggerState> loaded) {
    return loaded.stream().filter(state -> state.evaluation().isEmpty()).toList();
  }

  // ---- decisions

  /// @return whether there is such a schedule
  boolean apply(Turn turn, TriggerId id, Function<TriggerState, TriggerEvent> event) {
    var state = states.get(id);
    var schedule = schedule(id);
    if (state == null || schedule.isEmpty()) {
      return false;
    }
    decide(turn, schedule.get(), former(state), state, event.apply(state));
    return true;
  }

  private void decide(
      Turn turn,
      Schedule schedule,
      Optional<Former> former,
      TriggerState state,
      TriggerEvent event) {
    decide(turn, schedule, former, state, event, Map.of());
  }

  private void decide(
      Turn turn,
      Schedule schedule,
      Optional<Former> former,
      TriggerState state,
      TriggerEvent event,
      Map<Instant, Verdict> verdicts) {
    var transition = Triggers.decide(schedule, defaultZone, former, state, event, verdicts);
    keep(turn, schedule, state, transition, Optional.empty());
  }

  /// A decision becomes part of the turn.
  ///
  /// @param backfill whose slots it is about; empty when they are the schedule's own
  void keep(
      Turn turn,
      Schedule schedule,
      TriggerState state,
      TriggerTransition transition,
      Optional<Backfill> backfill) {
    states.put(turn, transition.state());
    arm(turn, schedule, transition.state());
    if (transition.state().equals(state)) {
      return;
    }
    turn.touches(state.id().flow());
    turn.changes.put(transition.state());
    transition.fires().forEach(turn.changes::add);
    transition.skips().forEach(turn.changes::add);
    start(turn, schedule, state.id(), transition, backfill);
    transition.kill().ifPresent(it -> turn.follow(() -> starting.kill(turn, it)));
    if (backfill.isEmpty())
      RecoveryLog.of(transition).forEach(line -> turn.act(() -> log.info(line)));
    if (!Backfills.wants(schedule, state) && Backfills.wants(schedule, transition.state())) {
      turn.act(() -> mailbox.post(new Command.BackfillDue(state.id())));
    }
  }

  private void start(
      Turn turn,
      Schedule schedule,
      TriggerId id,
      TriggerTransition transition,
      Optional<Backfill> backfill) {
    if (transition.starts().isEmpty()) {
      return;
    }
    var plan =
        flows
            .current(id.flow())
            .flatMap(Flows.Known::plan)
            .orElseThrow(() -> new IllegalStateException("flow " + id.flow() + " is not known"));
    var inputs = new LinkedHashMap<>(schedule.inputs());
    backfill.map(Backfill::inputs).ifPresent(inputs::putAll);
    var labels = backfill.map(Backfill::labels).orElse(Map.of());
    for (Start start : transition.starts()) {
      var execution =
          Fired.execution(plan, schedule, start.id(), inputs, start.variables(), labels, turn.now);
      turn.follow(() -> starting.create(turn, execution, start.failure()));
    }
  }

  private void arm(Turn turn, Schedule schedule, TriggerState state) {
    if (Triggers.recovers(schedule, state, turn.now)) {
      recovery.add(state.id(), schedule.catchUp(), turn.now);
      return;
    }
    recovery.remove(state.id());
    arm(turn, state);
  }

  /// A later one is armed when it comes into memory again.
  private void arm(Turn turn, TriggerState state) {
    if (!states.near(state)) {
      armed.remove(state.id());
      return;
    }
    unarmed(state)
        .ifPresent(
            at -> {
              var why = at.isAfter(turn.now) ? Cause.ON_TIME : cause;
              turn.act(() -> ring(state.id(), at, why));
            });
  }

  private void armNow(TriggerState state) {
    unarmed(state).ifPresent(at -> ring(state.id(), at, Cause.ON_TIME));
  }

  /// When it is to be woken, unless a timer is armed for that instant; from now on one is.
  private Optional<Instant> unarmed(TriggerState state) {
    return Triggers.wakeAt(state).filter(at -> !at.equals(armed.put(state.id(), at)));
  }

  /// It is looked at again at an instant.
  void ring(TriggerId id, Instant at, Cause cause) {
    timers.arm(at, new Command.TriggerDue(id, cause));
  }

  /// The definition in force.
  Optional<Schedule> schedule(TriggerId id) {
    return flow(id).flatMap(flow -> flow.schedule(id.id()));
  }

  /// The definition that slots are still owed of, when a save has replaced it since.
  Optional<Former> former(TriggerState state) {
    var current = flows.current(state.id().flow()).map(Flows.Known::saved);
    if (current.isEmpty() || current.get().revision() == state.revision()) {
      return Optional.empty();
    }
    return flows
        .revision(state.id().flow(), state.revision())
        .flatMap(Flows.Known::plan)
        .flatMap(plan -> plan.flow().schedule(state.id().id()))
        .map(old -> new Former(old, current.get().revision(), current.get().at()));
  }
}
