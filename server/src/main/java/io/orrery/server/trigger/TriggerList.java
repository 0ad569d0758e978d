package io.orrery.server.trigger;

import io.orrery.engine.trigger.TriggerState;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Query;
import io.orrery.server.list.FlowFilters;
import io.orrery.store.query.PageRequest;
import io.orrery.store.query.TriggerQueries;
import java.util.ArrayList;
import java.util.List;

/// The triggers that a query is about, all of them at once.
final class TriggerList {
  private static final int MANY = 10_000;

  private final TriggerQueries triggers;

  TriggerList(TriggerQueries triggers) {
    this.triggers = triggers;
  }

  List<TriggerState> matching(Query query) {
    var filter = FlowFilters.of(query);
    var all = new ArrayList<TriggerState>();
    for (int page = 1; ; page++) {
      var found =
          triggers.search(
              filter.text(),
              filter.namespace(),
              filter.flowId(),
              new PageRequest(page, PageRequest.SIZE_MAX, List.of()));
      if (found.total() > MANY) {
        throw Fault.argument("at most " + MANY + " triggers at once, not " + found.total());
      }
      found.results().stream()
          .filter(state -> filter.fits(state.id().flow()) || filter.plain())
          .forEach(all::add);
      if (found.results().size() < PageRequest.SIZE_MAX) {
        return all;
      }
    }
  }
}
