package io.orrery.controller.flow;

import io.orrery.engine.plan.FlowPlan;
import io.orrery.engine.plan.PlanCompiler;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Templates;
import io.orrery.model.flow.FlowRevision;
import io.orrery.model.id.FlowId;
import io.orrery.model.problem.Parsed;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.vnode.SavedFlow;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The flows of this node, compiled once per revision. Safe for many threads.
///
/// A revision never changes, so what was compiled stays true; only which one is the newest is news,
/// told by [#saved].
public final class Flows {

  /// A saved revision as it is used.
  ///
  /// @param problem why its source cannot run here; empty when it can
  public record Known(SavedFlow saved, Optional<FlowPlan> plan, Optional<String> problem) {

    public Optional<FlowRevision> revision() {
      return plan.map(it -> new FlowRevision(it.flow(), saved.revision(), saved.source()));
    }
  }

  private record Key(FlowId id, int revision) {}

  private final FlowStore store;
  private final FlowParser parser;
  private final Templates templates;
  private final ConcurrentHashMap<FlowId, SavedFlow> latest = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Key, Known> known = new ConcurrentHashMap<>();

  public Flows(FlowStore store, FlowParser parser, Templates templates) {
    this.store = store;
    this.parser = parser;
    this.templates = templates;
  }

  /// The newest revision, a deletion included; empty when the flow was never saved.
  public Optional<SavedFlow> latest(FlowId id) {
    var saved = latest.get(id);
    if (saved != null) {
      return Optional.of(saved);
    }
    var stored = store.latest(id);
    stored.ifPresent(this::saved);
    return stored;
  }

  /// The newest revision of a flow that is not deleted.
  public Optional<Known> current(FlowId id) {
    return latest(id).filter(saved -> !saved.deleted()).map(this::know);
  }

  /// A revision, also of a flow that was deleted since.
  public Optional<Known> revision(FlowId id, int revision) {
    var there = known.get(new Key(id, revision));
    if (there != null) {
      return Optional.of(there);
    }
    return latest(id)
        .filter(saved -> saved.revision() == revision && !saved.deleted())
        .or(() -> store.revision(id, revision))
        .map(this::know);
  }

  /// A revision was committed.
  public void saved(SavedFlow flow) {
    latest.merge(flow.id(), flow, (a, b) -> a.revision() > b.revision() ? a : b);
  }

  /// Knows a flow whose source was just parsed, so that it need not be parsed again.
  public Known know(SavedFlow saved, FlowPlan plan) {
    var it = new Known(saved, Optional.of(plan), Optional.empty());
    known.put(new Key(saved.id(), saved.revision()), it);
    return it;
  }

  private Known know(SavedFlow saved) {
    return known.computeIfAbsent(
        new Key(saved.id(), saved.revision()),
        _ ->
            switch (parser.parse(saved.source())) {
              case Parsed.Ok(var flow, var _) -> {
                try {
                  var plan = PlanCompiler.compile(templates, flow, saved.revision());
                  yield new Known(saved, Optional.of(plan), Optional.empty());
                } catch (ExpressionException e) {
                  yield new Known(
                      saved, Optional.empty(), Optional.of(String.valueOf(e.getMessage())));
                }
              }
              case Parsed.Bad(var problems) ->
                  new Known(saved, Optional.empty(), Optional.of(problems.getFirst().text("flow")));
            });
  }

  /// Forgets everything: what a turn that was never kept has saved is not true. It is read again
  /// when it is asked for.
  public void forget() {
    latest.clear();
    known.clear();
  }

  public Templates templates() {
    return templates;
  }
}
