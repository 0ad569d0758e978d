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
import java.util.concurrent.atomic.AtomicLong;

/// The flows of this node, compiled once per revision. Safe for many threads.
///
/// A revision never changes, so what was compiled stays true; only which one is the newest is news,
/// told by [#saved]. What was not used for longest is forgotten when the sources together grow too
/// long, and read anew when it is asked for.
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

  /// Bound of the sources of all that is kept, in characters, unless another is given.
  private static final long SOURCES_MAX = 4_000_000;

  /// What a flow costs besides its source, in characters.
  private static final int WEIGHT_LEAST = 200;

  private final FlowStore store;
  private final FlowParser parser;
  private final Templates templates;
  private final Recent<FlowId, SavedFlow> latest;
  private final Recent<Key, Known> known;

  /// Saved in a turn whose commit is not known of: the store may not have them.
  private final ConcurrentHashMap<FlowId, SavedFlow> unkept = new ConcurrentHashMap<>();

  /// Counts what was saved, so that an older read is not taken for the newest.
  private final AtomicLong saves = new AtomicLong();

  public Flows(FlowStore store, FlowParser parser, Templates templates) {
    this(store, parser, templates, SOURCES_MAX);
  }

  /// @param sourcesMax how long the sources of the flows may be, together, that are kept in memory
  public Flows(FlowStore store, FlowParser parser, Templates templates, long sourcesMax) {
    this.store = store;
    this.parser = parser;
    this.templates = templates;
    latest = new Recent<>(sourcesMax, Flows::weight);
    known = new Recent<>(sourcesMax, it -> weight(it.saved()));
  }

  private static long weight(SavedFlow flow) {
    return flow.source().length() + (long) WEIGHT_LEAST;
  }

  /// The newest revision, a deletion included; empty when the flow was never saved.
  public Optional<SavedFlow> latest(FlowId id) {
    var fresh = unkept.get(id);
    var there = fresh == null ? latest.get(id) : fresh;
    if (there != null) {
      return Optional.of(there);
    }
    long before = saves.get();
    var stored = store.latest(id);
    synchronized (saves) {
      if (stored.isPresent() && saves.get() == before) {
        latest.put(id, stored.get());
      }
    }
    return Optional.ofNullable(unkept.get(id)).or(() -> stored);
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

  /// A revision was saved, and is what counts from now on: its commit is under way.
  public void saved(SavedFlow flow) {
    synchronized (saves) {
      saves.incrementAndGet();
      unkept.put(flow.id(), flow);
    }
  }

  /// A revision was committed.
  public void kept(SavedFlow flow) {
    synchronized (saves) {
      saves.incrementAndGet();
      latest.put(flow.id(), flow);
      unkept.remove(flow.id(), flow);
    }
  }

  /// Knows a flow whose source was just parsed, so that it need not be parsed again.
  public Known know(SavedFlow saved, FlowPlan plan) {
    var it = new Known(saved, Optional.of(plan), Optional.empty());
    known.put(new Key(saved.id(), saved.revision()), it);
    return it;
  }

  private Known know(SavedFlow saved) {
    var key = new Key(saved.id(), saved.revision());
    var there = known.get(key);
    if (there != null) {
      return there;
    }
    var compiled = compiled(saved);
    known.put(key, compiled);
    return compiled;
  }

  private Known compiled(SavedFlow saved) {
    return switch (parser.parse(saved.source())) {
      case Parsed.Ok(var flow, var _) -> {
        try {
          var plan = PlanCompiler.compile(templates, flow, saved.revision());
          yield new Known(saved, Optional.of(plan), Optional.empty());
        } catch (ExpressionException e) {
          yield new Known(saved, Optional.empty(), Optional.of(String.valueOf(e.getMessage())));
        }
      }
      case Parsed.Bad(var problems) ->
          new Known(saved, Optional.empty(), Optional.of(problems.getFirst().text("flow")));
    };
  }

  /// Forgets everything: what a turn that was never kept has saved is not true. It is read again
  /// when it is asked for.
  public void forget() {
    synchronized (saves) {
      saves.incrementAndGet();
      unkept.clear();
      latest.clear();
    }
    known.clear();
  }

  /// Flows mean something else now: what they are read with has changed.
  public void readAnew() {
    known.clear();
  }

  public Templates templates() {
    return templates;
  }
}
