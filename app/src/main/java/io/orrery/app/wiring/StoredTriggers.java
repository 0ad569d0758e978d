package io.orrery.app.wiring;

import io.orrery.app.command.TriggerReading;
import io.orrery.app.config.ServerConfig;
import io.orrery.controller.flow.Flows;
import io.orrery.controller.ledger.Ledger;
import io.orrery.controller.space.Spaces;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.TriggerId;
import io.orrery.server.trigger.SlotJson;
import io.orrery.server.trigger.TriggerJson;
import io.orrery.store.query.LedgerQueries.Order;
import io.orrery.store.query.PageRequest;
import io.orrery.store.sql.Database;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a database keeps of triggers, read without a controller beside it.
public final class StoredTriggers implements TriggerReading {

  private final Scope scope;
  private final Stores stores;
  private final Ledger ledger;
  private final InstantSource clock;

  private StoredTriggers(Scope scope, Stores stores, Ledger ledger, InstantSource clock) {
    this.scope = scope;
    this.stores = stores;
    this.ledger = ledger;
    this.clock = clock;
  }

  public static StoredTriggers open(ServerConfig config) {
    var scope = new Scope();
    try {
      var clock = Clock.tick(Clock.systemUTC(), Duration.ofNanos(1000));
      var stores = Stores.over(scope.own(Database.open(Databases.named(config.database()))));
      var spaces = new Spaces(stores.namespaces(), stores.flows());
      var language =
          scope.own(
              Language.load(
                  config.zone(),
                  namespace -> {
                    var scopes = new ArrayList<>(spaces.pluginDefaults(namespace));
                    scopes.add(config.pluginDefaults());
                    return scopes;
                  }));
      var flows = new Flows(stores.flows(), language::lenient, language.templates());
      return new StoredTriggers(scope, stores, stores.answers(flows, config, clock), clock);
    } catch (RuntimeException e) {
      scope.close();
      throw e;
    }
  }

  @Override
  public Map<String, Object> list(Optional<String> namespace) {
    var all = new ArrayList<TriggerState>();
    int page = 1;
    while (all.size() == (page - 1) * PageRequest.SIZE_MAX) {
      all.addAll(
          stores
              .triggers()
              .search(
                  Optional.empty(),
                  namespace,
                  Optional.empty(),
                  new PageRequest(page, PageRequest.SIZE_MAX, List.of()))
              .results());
      page++;
    }
    var answer = new LinkedHashMap<String, Object>();
    answer.put("results", all.stream().map(TriggerJson::state).toList());
    answer.put("total", all.size());
    return answer;
  }

  @Override
  public Map<String, Object> slots(
      TriggerId trigger, Optional<String> from, Optional<String> to, int count) {
    var span = Ledger.Span.read(from, to, clock.instant());
    return SlotJson.timeline(
        trigger, ledger.slots(trigger, span, Order.OLDEST_FIRST, Optional.empty(), count));
  }

  @Override
  public Map<String, Object> why(TriggerId trigger, String at) {
    return SlotJson.why(trigger, ledger.why(trigger, at));
  }

  @Override
  public void close() {
    scope.close();
  }
}
