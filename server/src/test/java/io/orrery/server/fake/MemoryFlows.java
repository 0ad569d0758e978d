package io.orrery.server.fake;

import io.orrery.model.flow.Flow;
import io.orrery.model.id.FlowId;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.query.FlowQueries;
import io.orrery.store.query.Page;
import io.orrery.store.query.PageRequest;
import io.orrery.store.vnode.SavedFlow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Saved flows by name, all revisions.
public final class MemoryFlows implements FlowStore, FlowQueries {
  private final TreeMap<FlowId, List<SavedFlow>> flows = new TreeMap<>();

  public synchronized SavedFlow save(Flow flow, String source, Instant now) {
    var revisions = flows.computeIfAbsent(flow.key(), _ -> new ArrayList<>());
    var last = revisions.isEmpty() ? null : revisions.getLast();
    if (last != null && !last.deleted() && last.source().equals(source)) {
      return last;
    }
    var saved =
        new SavedFlow(flow.key(), revisions.size() + 1, source, flow.disabled(), false, now);
    revisions.add(saved);
    return saved;
  }

  public synchronized boolean delete(FlowId id, Instant now) {
    var last = latest(id);
    if (last.isEmpty() || last.get().deleted()) {
      return false;
    }
    var revisions = flows.getOrDefault(id, List.of());
    revisions.add(
        new SavedFlow(
            id, revisions.size() + 1, last.get().source(), last.get().disabled(), true, now));
    return true;
  }

  @Override
  public synchronized List<SavedFlow> allLatest() {
    return flows.values().stream().map(List::getLast).filter(flow -> !flow.deleted()).toList();
  }

  @Override
  public synchronized Optional<SavedFlow> latest(FlowId id) {
    return Optional.ofNullable(flows.get(id)).map(List::getLast);
  }

  @Override
  public synchronized Optional<SavedFlow> revision(FlowId id, int revision) {
    return revisions(id).stream().filter(flow -> flow.revision() == revision).findFirst();
  }

  @Override
  public synchronized List<SavedFlow> revisions(FlowId id) {
    return List.copyOf(flows.getOrDefault(id, List.of()));
  }

  @Override
  public synchronized List<Integer> forget(FlowId id, Set<Integer> revisions) {
    var kept = flows.getOrDefault(id, List.of());
    int newest = kept.getLast().revision();
    kept.removeIf(flow -> flow.revision() != newest && revisions.contains(flow.revision()));
    return kept.stream().map(SavedFlow::revision).filter(revisions::contains).toList();
  }

  @Override
  public Page<SavedFlow> search(
      Optional<String> text, Optional<String> namespace, PageRequest page) {
    var all =
        allLatest().stream()
            .filter(flow -> text.map(flow.id().toString()::contains).orElse(true))
            .filter(flow -> Memory.isWithin(namespace, flow.id().namespace()))
            .toList();
    return Memory.page(all, page);
  }

  @Override
  public List<String> namespaces() {
    return allLatest().stream().map(flow -> flow.id().namespace()).distinct().toList();
  }
}
