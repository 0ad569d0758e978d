package io.orrery.controller.turn;

import io.orrery.controller.flow.Flows;
import io.orrery.engine.plan.PlanCompiler;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.FlowRevision;
import io.orrery.model.id.FlowId;
import io.orrery.store.vnode.SavedFlow;
import java.util.Optional;

/// Saving and deleting flows: the revision, and what it changes of the flow's triggers, in one
/// turn.
final class FlowSaves {

  private final Flows flows;
  private final Triggering triggering;
  private final FlowTriggering flowTriggering;
  private final Executions executions;

  FlowSaves(
      Flows flows, Triggering triggering, FlowTriggering flowTriggering, Executions executions) {
    this.flows = flows;
    this.triggering = triggering;
    this.flowTriggering = flowTriggering;
    this.executions = executions;
  }

  /// An identical source is no news and keeps its revision; a flow that comes back after its
  /// deletion goes on counting.
  FlowRevision save(Turn turn, Flow flow, String source) {
    var id = flow.key();
    var last = flows.latest(id);
    if (last.isPresent() && !last.get().deleted() && last.get().source().equals(source)) {
      return new FlowRevision(flow, last.get().revision(), source);
    }
    if (last.isPresent()) {
      triggering.recall(turn, id); // before anything is changed: it may fail
    }
    int revision = last.map(SavedFlow::revision).orElse(0) + 1;
    var before = flows.current(id).flatMap(Flows.Known::plan).map(plan -> plan.flow());
    var saved = new SavedFlow(id, revision, source, flow.disabled(), false, turn.now);
    flows.know(saved, PlanCompiler.compile(flows.templates(), flow, revision));
    flows.saved(saved);
    turn.act(() -> flows.kept(saved));
    turn.touches(id);
    turn.changes.add(saved);
    triggering.flowSaved(turn, before, Optional.of(flow), revision);
    flowTriggering.flowSaved(turn, before, Optional.of(flow));
    turn.follow(() -> executions.admitQueued(turn, id)); // the limit may have grown
    return new FlowRevision(flow, revision, source);
  }

  boolean delete(Turn turn, FlowId id) {
    var last = flows.latest(id).filter(it -> !it.deleted());
    if (last.isEmpty()) {
      return false;
    }
    var before = flows.current(id).flatMap(Flows.Known::plan).map(plan -> plan.flow());
    triggering.recall(turn, id);
    var gone =
        new SavedFlow(
            id,
            last.get().revision() + 1,
            last.get().source(),
            last.get().disabled(),
            true,
            turn.now);
    flows.saved(gone);
    turn.act(() -> flows.kept(gone));
    turn.touches(id);
    turn.changes.add(gone);
    triggering.flowSaved(turn, before, Optional.empty(), gone.revision());
    flowTriggering.flowSaved(turn, before, Optional.empty());
    return true;
  }
}
