package io.orrery.controller.turn;

import io.orrery.controller.flow.Flows;
import io.orrery.controller.turn.ListenerIndex.Listener;
import io.orrery.engine.condition.Asked;
import io.orrery.engine.execution.Chain;
import io.orrery.engine.execution.Execution;
import io.orrery.engine.execution.Executor;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.window.FlowTriggers;
import io.orrery.engine.window.GatheringState;
import io.orrery.engine.window.Gatherings;
import io.orrery.engine.window.Matching;
import io.orrery.engine.window.Sighting;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Gathering;
import io.orrery.model.flow.TriggerDef.FlowTrigger;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.state.LogLevel;
import io.orrery.model.state.StateChange;
import io.orrery.store.vnode.LogChunk;
import io.orrery.store.vnode.Look;
import io.orrery.store.vnode.VnodeStore;
import io.orrery.store.vnode.VnodeStore.Listening;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The Flow triggers of a loop's vnodes: what a change of state of one flow's execution means to
/// the others.
///
/// A trigger whose conditions hold no template is decided in the turn of the change itself, so the
/// change, the window and the started execution are one commit. One that must be rendered first
/// leaves a [Look] in that commit; the answer takes it away together with what came of it. Used by
/// the loop's thread alone.
final class FlowTriggering {

  private static final Logger log = LoggerFactory.getLogger(FlowTriggering.class);

  private final Flows flows;
  private final Timers timers;
  private final Mailbox mailbox;
  private final Outside outside;
  private final ZoneId zone;
  private final Starting starting;
  private final Predicate<TriggerId> stopped;
  private final ListenerIndex index = new ListenerIndex();
  private final Map<GatheringState.Key, GatheringState> windows = new HashMap<>();

  /// Makes executions in the turn.
  interface Starting {
    /// @param failure why it fails without having run; empty when it runs
    void create(Turn turn, Execution execution, Optional<String> failure);

    /// Ends an execution, if it lives.
    void kill(Turn turn, ExecutionId execution);
  }

  /// @param store read for what the ledger says
  record Tools(
      Flows flows,
      Timers timers,
      Mailbox mailbox,
      Outside outside,
      ZoneId zone,
      VnodeStore store) {}

  /// @param stopped whether a trigger was disabled by a person or by what it started
  FlowTriggering(Tools tools, Starting starting, Predicate<TriggerId> stopped) {
    flows = tools.flows();
    timers = tools.timers();
    mailbox = tools.mailbox();
    outside = tools.outside();
    zone = tools.zone();
    this.starting = starting;
    this.stopped = stopped;
  }

  // ---- what comes in

  void load(Turn turn, Listening listening) {
    for (var flow : listening.flows()) {
      flows
          .current(flow)
          .flatMap(Flows.Known::plan)
          .ifPresent(plan -> index.put(flow, inForce(plan.flow())));
    }
    for (var window : listening.windows()) {
      windows.put(window.key(), window);
      armEnd(turn, window);
    }
    listening.flows().forEach(flow -> watchMisses(turn, flow));
    listening.looks().forEach(look -> ask(turn, look));
  }

  /// A flow was saved or deleted: its Flow triggers follow, and windows of those that are gone go.
  void flowSaved(Turn turn, Optional<Flow> before, Optional<Flow> after) {
    var flow = after.or(() -> before).map(Flow::key);
    if (flow.isEmpty()) {
      return;
    }
    boolean did = before.filter(it -> !triggers(it).isEmpty()).isPresent();
    var now = after.map(FlowTriggering::triggers).orElse(List.of());
    if (!did && now.isEmpty()) {
      return;
    }
    index.put(flow.get(), after.map(FlowTriggering::inForce).orElse(List.of()));
    turn.touches(flow.get());
    turn.changes.listens(flow.get(), !now.isEmpty());
    for (var key : new ArrayList<>(windows.keySet())) {
      boolean gone =
          key.trigger().flow().equals(flow.get())
              && now.stream()
                  .noneMatch(
                      it ->
                          it.id().equals(key.trigger().id())
                              && it.gatherings().stream()
                                  .anyMatch(gathering -> gathering.id().equals(key.gathering())));
      if (gone) {
        windows.remove(key);
        turn.changes.remove(key);
      }
    }
    watchMisses(turn, flow.get());
  }

  /// Whether anybody may want to know of changes of the flow's executions.
  boolean listens(FlowId flow) {
    return !index.of(flow).isEmpty();
  }

  /// An execution took a state.
  void changed(Turn turn, Execution execution, StateChange change) {
    var sighting = Sighting.of(execution, change.state(), change.at());
    for (var listener : index.of(execution.fixed().flow())) {
      if (stopped.test(listener.id()) || !Matching.possible(listener.trigger(), sighting.by())) {
        continue;
      }
      if (Matching.plain(listener.trigger())) {
        Matching.of(listener.trigger(), Asked.about(sighting.by()), why -> warn(listener, why))
            .ifPresent(matching -> matched(turn, listener, sighting, matching));
      } else {
        var look = new Look(listener.id(), execution.id(), change.state(), change.at());
        turn.touches(listener.id().flow());
        turn.changes.add(look);
        ask(turn, look);
      }
    }
  }

  /// What a look has shown: empty when nothing matched, or nothing is there any more.
  void looked(Turn turn, Look look, Optional<Outside.Seen> seen) {
    turn.touches(look.trigger().flow());
    turn.changes.remove(look);
    var listener = index.find(look.trigger());
    if (listener.isPresent() && seen.isPresent() && !stopped.test(look.trigger())) {
      matched(turn, listener.get(), seen.get().sighting(), seen.get().matching());
    }
  }

  /// The time of a window is up, unless it was moved since.
  void windowOver(Turn turn, GatheringState.Key key) {
    var window = windows.get(key);
    if (window == null) {
      return;
    }
    if (window.end().isAfter(turn.now)) {
      armEnd(turn, window);
      return;
    }
    windows.remove(key);
    turn.touches(key.trigger().flow());
    turn.changes.remove(key);
    var listener = index.find(key.trigger());
    var gathering =
        listener.flatMap(
            it ->
                it.trigger().gatherings().stream()
                    .filter(one -> one.id().equals(key.gathering()))
                    .findFirst());
    if (listener.isPresent()
        && gathering.flatMap(Gathering::onMiss).isPresent()
        && Gatherings.missed(window)
        && !stopped.test(key.trigger())) {
      miss(turn, listener.get(), gathering.get(), window);
    }
    watchMisses(turn, key.trigger().flow());
  }

  // ---- decisions

  private void matched(Turn turn, Listener listener, Sighting sighting, Matching matching) {
    var trigger = listener.trigger();
    if (trigger.gatherings().isEmpty()) {
      start(
          turn,
          listener,
          FlowTriggers.executionId(listener.id(), sighting.by(), sighting.at()),
          sighting,
          sighting.by().outputs());
      return;
    }
    var states = new LinkedHashMap<Gathering, GatheringState>();
    for (var gathering : trigger.gatherings()) {
      var state = gathered(listener, gathering, sighting, matching, turn.now);
      state.ifPresent(it -> states.put(gathering, it));
    }
    boolean complete =
        states.size() == trigger.gatherings().size()
            && states.entrySet().stream()
                .allMatch(it -> Gatherings.complete(it.getKey(), it.getValue()));
    if (complete) {
      var outputs = new LinkedHashMap<String, Object>();
      states.forEach((gathering, state) -> outputs.putAll(Gatherings.outputs(gathering, state)));
      var id =
          FlowTriggers.executionId(states.values().iterator().next(), sighting.by(), sighting.at());
      start(turn, listener, id, sighting, outputs);
      states.replaceAll(Gatherings::fired);
    }
    states.values().forEach(state -> put(turn, state));
  }

  /// The window of a gathering with what the execution met of it; empty when none is open.
  private Optional<GatheringState> gathered(
      Listener listener, Gathering gathering, Sighting sighting, Matching matching, Instant now) {
    var before =
        Optional.ofNullable(windows.get(new GatheringState.Key(listener.id(), gathering.id())));
    var parts = matching.parts().getOrDefault(gathering.id(), Set.of());
    return Gatherings.met(gathering, listener.id(), before, parts, sighting.by(), now, zone);
  }

  private void start(
      Turn turn,
      Listener listener,
      ExecutionId id,
      Sighting sighting,
      Map<String, Object> outputs) {
    if (Chain.exhausted(sighting.chain(), listener.id().flow())) {
      tell(turn, listener, sighting);
      return;
    }
    var labels = new LinkedHashMap<String, String>();
    sighting.correlationId().ifPresent(of -> labels.put(Executor.CORRELATION_ID, of));
    plan(listener)
        .ifPresent(
            plan -> {
              var execution =
                  Fired.execution(
                      plan,
                      listener.trigger(),
                      id,
                      listener.trigger().inputs(),
                      FlowTriggers.variables(sighting.by(), outputs, sighting.chain()),
                      labels,
                      turn.now);
              turn.follow(() -> starting.create(turn, execution, Optional.empty()));
            });
  }

  private void miss(Turn turn, Listener listener, Gathering gathering, GatheringState window) {
    plan(listener)
        .ifPresent(
            plan -> {
              var variables = new LinkedHashMap<String, Object>();
              variables.put("missed", window.met().stream().map(met -> met.part()).toList());
              variables.put("outputs", Gatherings.outputs(gathering, window));
              var execution =
                  Fired.execution(
                      plan,
                      listener.trigger(),
                      FlowTriggers.missId(window),
                      Map.of(),
                      variables,
                      gathering.onMiss().map(Gathering.OnMiss::labels).orElse(Map.of()),
                      turn.now);
              var why =
                  "The window of trigger '%s' from %s to %s ended with %d of %d dependencies met"
                      .formatted(
                          listener.id().id(),
                          window.start(),
                          window.end(),
                          window.met().size(),
                          gathering.needed());
              turn.follow(() -> starting.create(turn, execution, Optional.of(why)));
            });
  }

  private Optional<FlowPlan> plan(Listener listener) {
    return flows
        .current(listener.id().flow())
        .flatMap(Flows.Known::plan)
        .filter(plan -> !plan.flow().disabled());
  }

  private static void tell(Turn turn, Listener listener, Sighting sighting) {
    var why =
        "Trigger '%s' of flow '%s' does not fire: its flow stands %d times in the chain %s already"
            .formatted(
                listener.id().id(),
                listener.id().flow(),
                Chain.RETURNS_MAX,
                String.join(" > ", sighting.chain()));
    turn.touches(sighting.by().flow());
    turn.touches(sighting.by().id());
    turn.changes.add(
        LogChunk.ofEngine(sighting.by().flow(), sighting.by().id(), LogLevel.WARN, why, turn.now));
  }

  private static void warn(Listener listener, String why) {
    log.warn("trigger {}: a condition that cannot be judged does not hold: {}", listener.id(), why);
  }

  // ---- windows and looks

  private void put(Turn turn, GatheringState state) {
    var before = windows.put(state.key(), state);
    turn.touches(state.trigger().flow());
    turn.changes.put(state);
    if (before == null || !before.end().equals(state.end())) {
      armEnd(turn, state);
    }
  }

  private void armEnd(Turn turn, GatheringState state) {
    turn.act(() -> timers.arm(state.end(), new Command.WindowOver(state.key())));
  }

  /// Opens the windows whose end must be told of though nothing is in them.
  private void watchMisses(Turn turn, FlowId flow) {
    for (var listener : index.ofFlow(flow)) {
      for (var gathering : listener.trigger().gatherings()) {
        var key = new GatheringState.Key(listener.id(), gathering.id());
        if (!windows.containsKey(key)) {
          Gatherings.watched(gathering, listener.id(), turn.now, zone)
              .ifPresent(state -> put(turn, state));
        }
      }
    }
  }

  private void ask(Turn turn, Look look) {
    var listener = index.find(look.trigger());
    var plan = listener.flatMap(this::plan);
    if (plan.isEmpty()) {
      turn.touches(look.trigger().flow());
      turn.changes.remove(look);
      return;
    }
    var trigger = listener.get().trigger();
    turn.act(
        () ->
            outside.look(
                new Outside.OfLook(plan.get(), trigger, look),
                seen -> mailbox.post(new Command.Looked(look, seen))));
  }

  private static List<FlowTrigger> triggers(Flow flow) {
    var triggers = new ArrayList<FlowTrigger>();
    for (var trigger : flow.triggers()) {
      if (trigger instanceof FlowTrigger it) {
        triggers.add(it);
      }
    }
    return triggers;
  }

  private static List<FlowTrigger> inForce(Flow flow) {
    return flow.disabled()
        ? List.of()
        : triggers(flow).stream().filter(it -> !it.common().disabled()).toList();
  }
}
