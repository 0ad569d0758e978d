package io.orrery.simulation;

import io.orrery.engine.execution.Execution;
import io.orrery.model.flow.TriggerDef;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.state.History;
import io.orrery.model.state.State;
import io.orrery.store.vnode.Changes;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// What must always be true of Flow triggers: each end of a watched execution starts exactly one
/// execution of the listener, whatever crashed in between.
final class ListenerRules {

  private static final FlowId LISTENER = new FlowId("sim", "listener");

  /// The watched flow of each trigger of the listener.
  private static final Map<String, FlowId> WATCHED =
      Map.of("plain", new FlowId("sim", "sequence"), "rendered", new FlowId("sim", "parallel"));

  private static final Set<State> STATES =
      EnumSet.of(State.SUCCESS, State.WARNING, State.FAILED, State.KILLED, State.CANCELLED);

  /// Each start of this flow's trigger takes one end of either flow.
  private static final FlowId GATHERER = new FlowId("sim", "gatherer");

  private static final Set<FlowId> GATHERED =
      Set.of(new FlowId("sim", "sequence"), new FlowId("sim", "loop"));

  private final Map<FlowId, Integer> ends = new HashMap<>();
  private int gathered;

  private record Start(String trigger, ExecutionId source) {}

  private final Tables tables;
  private final Map<Start, Integer> starts = new HashMap<>();

  ListenerRules(Tables tables) {
    this.tables = tables;
  }

  void committing(Changes changes) {
    for (var write : changes.executions()) {
      var execution = write.record();
      gathers(write);
      // One that repeats another as a retry has its trigger, and was not started by it.
      boolean first = execution.fixed().parentId().isEmpty();
      if (write.isNew() && first && execution.fixed().flow().equals(LISTENER)) {
        execution
            .fixed()
            .trigger()
            .filter(by -> WATCHED.containsKey(by.id()) && by.type().endsWith("trigger.Flow"))
            .ifPresent(
                by ->
                    starts.merge(
                        new Start(
                            by.id(),
                            new ExecutionId(String.valueOf(by.variables().get("executionId")))),
                        1,
                        Integer::sum));
      }
    }
  }

  private void gathers(Changes.Write<Execution> write) {
    var now = write.record();
    var fixed = now.fixed();
    if (GATHERED.contains(fixed.flow())) {
      var before = write.isNew() ? 0 : goodEnds(tables.execution(now.id()).orElseThrow());
      ends.merge(fixed.flow(), goodEnds(now) - before, Integer::sum);
    }
    boolean both = fixed.trigger().filter(by -> by.id().equals("both")).isPresent();
    if (write.isNew() && both && fixed.parentId().isEmpty() && fixed.flow().equals(GATHERER)) {
      gathered++;
    }
  }

  /// How often it took a state that a Flow trigger asks for when it names none.
  private static int goodEnds(Execution execution) {
    return (int)
        execution.history().changes().stream()
            .filter(it -> TriggerDef.FlowTrigger.STATES_DEFAULT.contains(it.state()))
            .count();
  }

  /// Of executions that have ended.
  void checkEnded() {
    for (var flow : GATHERED) {
      if (ends.getOrDefault(flow, 0) < gathered) {
        throw new Violation(
            "%d ends of %s were seen, and %s was started %d times by pairs of them"
                .formatted(ends.getOrDefault(flow, 0), flow, GATHERER, gathered));
      }
    }
    if (!tables.looks.isEmpty()) {
      throw new Violation("changes of state were never looked at: " + tables.looks);
    }
    WATCHED.forEach(
        (trigger, flow) ->
            tables.executions.values().stream()
                .filter(execution -> execution.fixed().flow().equals(flow))
                .forEach(execution -> check(trigger, execution)));
  }

  private void check(String trigger, Execution execution) {
    var changes = execution.history().changes();
    if (changes.size() >= History.LENGTH_MAX / 2) {
      return; // bounded: the middle may be gone
    }
    long ends = changes.stream().filter(change -> STATES.contains(change.state())).count();
    int started = starts.getOrDefault(new Start(trigger, execution.id()), 0);
    if (started != ends) {
      throw new Violation(
          "execution %s of %s ended %d times (%s), and trigger %s started %d executions"
              .formatted(
                  execution.id(), execution.fixed().flow(), ends, changes, trigger, started));
    }
  }
}
