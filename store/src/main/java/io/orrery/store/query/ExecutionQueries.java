package io.orrery.store.query;

import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
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
  Optional<Execution> lastOfChain(ExecutionId original);

  /// With all its task runs.
  Optional<WholeExecution> find(ExecutionId id);

  /// Sort fields: `id`, `namespace`, `flowId`, `state.current`, `state.startDate`, `state.endDate`;
  /// newest first when none is given.
  Page<Execution> search(ExecutionFilter filter, PageRequest page);

  /// How many of `filter` began in each of the equally long pieces of time from `from` on, by
  /// state; pieces and states without any are left out.
  default List<Counted> count(ExecutionFilter filter, Instant from, Duration piece) {
    record Place(long piece, State state) {}
    var counts = new LinkedHashMap<Place, Long>();
    long seen = 0;
    for (int page = 1; ; page++) {
      var found = search(filter, new PageRequest(page, PageRequest.SIZE_MAX, List.of()));
      for (var execution : found.results()) {
        var began = execution.history().startedAt();
        if (!began.isBefore(from)) {
          var place = new Place(Duration.between(from, began).dividedBy(piece), execution.state());
          counts.merge(place, 1L, Long::sum);
        }
      }
      seen += found.results().size();
      if (found.results().isEmpty() || seen >= found.total()) {
        return counts.entrySet().stream()
            .map(it -> new Counted(it.getKey().piece(), it.getKey().state(), it.getValue()))
            .toList();
      }
    }
  }

  /// @param piece its number, from 0
  record Counted(long piece, State state, long count) {}
}
