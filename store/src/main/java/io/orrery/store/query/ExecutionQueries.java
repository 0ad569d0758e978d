package io.orrery.store.query;

import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Reads of executions for the API.
public interface ExecutionQueries {

  Optional<Execution> head(ExecutionId id);

  /// The heads of those that there are, by id.
  ///
  /// @param ids a few hundred at the most
  default Map<ExecutionId, Execution> heads(Collection<ExecutionId> ids) {
    var heads = new LinkedHashMap<ExecutionId, Execution>();
    ids.forEach(id -> head(id).ifPresent(head -> heads.put(id, head)));
    return heads;
  }

  /// The last of the executions that repeat this one and each other, as retries and replays do;
  /// empty when none does.
  default Optional<Execution> lastOfChain(ExecutionId original) {
    return Optional.empty();
  }

  /// With all its task runs.
  Optional<WholeExecution> find(ExecutionId id);

  /// Sort fields: `id`, `namespace`, `flowId`, `state.current`, `state.startDate`, `state.endDate`;
  /// newest first when none is given.
  Page<Execution> search(ExecutionFilter filter, PageRequest page);
}
