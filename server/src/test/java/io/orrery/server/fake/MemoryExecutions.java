package io.orrery.server.fake;

import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.Page;
import io.orrery.store.query.PageRequest;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/// Executions by id.
public final class MemoryExecutions implements ExecutionQueries {
  private final ConcurrentSkipListMap<ExecutionId, WholeExecution> executions =
      new ConcurrentSkipListMap<>();

  public void put(WholeExecution execution) {
    executions.put(execution.execution().id(), execution);
  }

  public boolean remove(ExecutionId id) {
    return executions.remove(id) != null;
  }

  @Override
  public Optional<Execution> head(ExecutionId id) {
    return find(id).map(WholeExecution::execution);
  }

  @Override
  public Optional<Execution> lastOfChain(ExecutionId original) {
    return executions.values().stream()
        .map(WholeExecution::execution)
        .filter(it -> it.fixed().originalId().equals(original) && !it.id().equals(original))
        .max(Comparator.comparingInt(it -> it.fixed().attemptNumber()));
  }

  @Override
  public Optional<WholeExecution> find(ExecutionId id) {
    return Optional.ofNullable(executions.get(id));
  }

  @Override
  public Page<Execution> search(ExecutionFilter filter, PageRequest page) {
    var all =
        executions.values().stream()
            .map(WholeExecution::execution)
            .filter(execution -> fits(execution, filter))
            .toList();
    return Memory.page(all, page);
  }

  private static boolean fits(Execution execution, ExecutionFilter filter) {
    var flow = execution.fixed().flow();
    var started = execution.history().startedAt();
    return filter.text().map((flow + " " + execution.id())::contains).orElse(true)
        && Memory.isWithin(filter.namespace(), flow.namespace())
        && filter.flowId().map(flow.id()::equals).orElse(true)
        && filter.matches().stream()
            .allMatch(
                match ->
                    match.fits(
                        switch (match.field()) {
                          case ID -> execution.id().value();
                          case NAMESPACE -> flow.namespace();
                          case FLOW_ID -> flow.id();
                        }))
        && (filter.states().isEmpty() || filter.states().contains(execution.state()))
        && execution.labels().entrySet().containsAll(filter.labels().entrySet())
        && filter.from().map(from -> !started.isBefore(from)).orElse(true)
        && filter.to().map(started::isBefore).orElse(true)
        && filter
            .triggerExecution()
            .map(id -> execution.fixed().parentId().equals(Optional.of(id)))
            .orElse(true)
        && filter
            .child()
            .map(child -> child == execution.fixed().parentId().isPresent())
            .orElse(true);
  }
}
