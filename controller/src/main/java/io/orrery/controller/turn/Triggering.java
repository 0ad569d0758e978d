package io.orrery.controller.turn;

import io.orrery.controller.flow.Flows;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Executor;
import io.orrery.engine.execution.Executor.Inputs;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.trigger.Fire.Cause;
import io.orrery.engine.trigger.Former;
import io.orrery.engine.trigger.Start;
import io.orrery.engine.trigger.Timetable;
import io.orrery.engine.trigger.TriggerEvent;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.TriggerTransition;
import io.orrery.engine.trigger.Triggers;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.flow.TriggerDef.Schedule;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.State;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The schedules of a loop's vnodes: applies events to them through [Triggers], writes the ledger,
/// and makes the executions that they fire, all in the turn's one transaction. Used by the loop's
/// thread alone.
final class Triggering {

  private static final Logger log = LoggerFactory.getLogger(Triggering.class);
  private static final String BY_USER = "disabled by a user";
  private static final Duration READ_AGAIN = Duration.ofSeconds(1);

  private final Flows flows;
  private final Timers timers;
  private final ZoneId defaultZone;
  private final BiConsumer<Turn, Execution> create;
  private final Map<TriggerId, TriggerState> states = new HashMap<>();

  /// Why what is due at the moment was not decided at its instant.
  private Cause cause = Cause.ON_TIME;

  /// The instant that a timer is armed for, so that none is armed twice.
  private final Map<TriggerId, Instant> armed = new HashMap<>();

  Triggering(Flows flows, Timers timers, ZoneId defaultZone, BiConsumer<Turn, Execution> create) {
    this.flows = flows;
    this.timers = timers;
    this.defaultZone = defaultZone;
    this.create = create;
  }

  // ---- what comes in

  /// A flow was saved or deleted: its schedules follow, none of their due slots is lost.
  void flowSaved(Turn turn, Optional<Flow> before, Optional<Flow> after, int revision) {
    var old = before.map(Triggering::schedules).orElse(Map.of());
    var now = after.map(Triggering::schedules).orElse(Map.of());
    var flow = after.or(() -> before).map(Flow::key);
    if (flow.isEmpty()) {
      return;
    }
    for (var gone : old.keySet()) {
      if (!now.containsKey(gone)) {
        var id = new TriggerId(flow.get(), gone);
        states.remove(id);
        turn.changes.remove(id);
      }
    }
    now.forEach(
        (name, schedule) -> {
          var id = new TriggerId(flow.get(), name);
          var state = states.get(id);
          // While slots of an older revision are owed, that one's definition is what they were of.
          var former =
              state == null
                  ? Optional.<Schedule>empty()
                  : former(state)
                      .map(Former::definition)
                      .or(() -> Optional.ofNullable(old.get(name)));
          if (state == null || former.isEmpty()) {
            decide(
                turn,
                schedule,
                Optional.empty(),
                TriggerState.unseen(id, turn.now),
                new TriggerEvent.Defined(revision, turn.now));
          } else {
            decide(
                turn,
                schedule,
                Optional.empty(),
                state,
                new TriggerEvent.Redefined(revision, former.get(), turn.now));
          }
        });
  }

  void due(Turn turn, TriggerId id, Cause cause) {
    armed.remove(id);
    this.cause = cause; // what is left over for the next event is late for the same reason
    try {
      apply(turn, id, _ -> new TriggerEvent.Due(turn.now, cause));
    } catch (StoreUnavailable e) {
      log.warn("trigger {} is due and its flow cannot be read; trying again", id, e);
      turn.act(() -> ring(id, turn.now.plus(READ_AGAIN), Cause.DB_OUTAGE));
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
    apply(turn, id, _ -> new TriggerEvent.HolderEnded(execution.id(), execution.state(), turn.now));
  }

  /// @return whether there is such a schedule
  boolean setDisabled(Turn turn, TriggerId id, boolean disabled) {
    return apply(
        turn,
        id,
        _ ->
            disabled
                ? new TriggerEvent.Disabled(BY_USER, turn.now)
                : new TriggerEvent.Enabled(turn.now, Recover.NONE));
  }

  /// Puts schedules back under way from their rows: what became due meanwhile is decided now.
  ///
  /// @param live whether an execution has not ended
  void load(Turn turn, List<TriggerState> loaded, Predicate<ExecutionId> live) {
    for (var state : loaded) {
      states.put(state.id(), state);
      boolean due = Triggers.wakeAt(state).filter(at -> !at.isAfter(turn.now)).isPresent();
      if (due || !state.tzdata().equals(Timetable.tzdata())) {
        turn.act(() -> ring(state.id(), turn.now, Cause.RESTART));
      } else {
        arm(turn, state);
      }
      state
          .holder()
          .filter(holder -> !live.test(holder))
          .ifPresent(
              holder -> {
                log.warn("trigger {} waited for execution {}, which has ended", state.id(), holder);
                apply(
                    turn,
                    state.id(),
                    _ -> new TriggerEvent.HolderEnded(holder, State.KILLED, turn.now));
              });
    }
  }

  // ---- decisions

  private boolean apply(Turn turn, TriggerId id, Function<TriggerState, TriggerEvent> event) {
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
    var transition = Triggers.decide(schedule, defaultZone, former, state, event);
    states.put(state.id(), transition.state());
    arm(turn, transition.state());
    if (transition.state().equals(state)) {
      return;
    }
    turn.touches(state.id().flow());
    turn.changes.put(transition.state());
    transition.fires().forEach(turn.changes::add);
    transition.skips().forEach(turn.changes::add);
    start(turn, schedule, state.id(), transition);
  }

  private void start(Turn turn, Schedule schedule, TriggerId id, TriggerTransition transition) {
    if (transition.starts().isEmpty()) {
      return;
    }
    var plan =
        flows
            .current(id.flow())
            .flatMap(Flows.Known::plan)
            .orElseThrow(() -> new IllegalStateException("flow " + id.flow() + " is not known"));
    for (Start start : transition.starts()) {
      var execution = execution(plan, schedule, start, turn.now);
      turn.follow(() -> create.accept(turn, execution));
    }
  }

  private static Execution execution(FlowPlan plan, Schedule schedule, Start start, Instant now) {
    // Without inputs and labels there is nothing that a user wrote to be rendered first.
    boolean nothingToRender =
        plan.flow().inputs().isEmpty()
            && schedule.inputs().isEmpty()
            && (schedule.common().labels() instanceof Map<?, ?> map ? map.isEmpty() : false);
    return Executor.create(
        plan,
        start.id(),
        schedule.inputs(),
        nothingToRender ? Inputs.RESOLVED : Inputs.RAW,
        Map.of(),
        Optional.of(
            new Execution.TriggerInfo(schedule.id(), schedule.common().type(), start.variables())),
        Optional.empty(),
        now);
  }

  private void arm(Turn turn, TriggerState state) {
    Triggers.wakeAt(state)
        .filter(at -> !at.equals(armed.put(state.id(), at)))
        .ifPresent(at -> ringAfter(turn, state.id(), at));
  }

  private void ringAfter(Turn turn, TriggerId id, Instant at) {
    var why = at.isAfter(turn.now) ? Cause.ON_TIME : cause;
    turn.act(() -> ring(id, at, why));
  }

  private void ring(TriggerId id, Instant at, Cause cause) {
    timers.arm(at, new Command.TriggerDue(id, cause));
  }

  /// The definition in force: a disabled flow disables its schedules.
  private Optional<Schedule> schedule(TriggerId id) {
    return flows
        .current(id.flow())
        .flatMap(Flows.Known::plan)
        .flatMap(plan -> Optional.ofNullable(schedules(plan.flow()).get(id.id())));
  }

  /// The definition that slots are still owed of, when a save has replaced it since.
  private Optional<Former> former(TriggerState state) {
    var current = flows.current(state.id().flow()).map(Flows.Known::saved);
    if (current.isEmpty() || current.get().revision() == state.revision()) {
      return Optional.empty();
    }
    return flows
        .revision(state.id().flow(), state.revision())
        .flatMap(Flows.Known::plan)
        .flatMap(plan -> Optional.ofNullable(schedules(plan.flow()).get(state.id().id())))
        .map(old -> new Former(old, current.get().revision(), current.get().at()));
  }

  private static Map<String, Schedule> schedules(Flow flow) {
    var schedules = new LinkedHashMap<String, Schedule>();
    for (var trigger : flow.triggers()) {
      if (trigger instanceof TriggerDef.Schedule schedule) {
        schedules.put(schedule.id(), flow.disabled() ? schedule.disabledCopy() : schedule);
      }
    }
    return schedules;
  }
}
