package io.orrery.server.kv;

import io.orrery.model.id.Lineage;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Route;
import io.orrery.server.list.NamedFilters;
import io.orrery.server.list.Paging;
import io.orrery.store.query.KeyValues;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Lists of keys beyond one namespace: of all of them, and of those that a namespace has from its
/// parents.
public final class KeyValueLists {
  private static final Set<String> SORTABLE =
      Set.of("key", "namespace", "creationDate", "updateDate", "expirationDate");

  private final KeyValues values;
  private final InstantSource clock;

  public KeyValueLists(KeyValues values, InstantSource clock) {
    this.values = values;
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/kv", this::search),
        Route.get("/api/v1/namespaces/{namespace}/kv/inheritance", this::inherited));
  }

  private Answer search(Call call) {
    var filters = NamedFilters.of(call.query());
    var page =
        values.search(
            filters.text(),
            filters.namespace(),
            Paging.of(call.query(), SORTABLE),
            clock.instant());
    return Answer.json(Paging.json(page, KeyValueResource::shape));
  }

  /// Of a key that several parents have, the nearest one counts; what the namespace has itself is
  /// not inherited.
  private Answer inherited(Call call) {
    var namespace = call.param("namespace");
    var now = clock.instant();
    var own = new HashSet<String>();
    values.list(namespace, "", now).forEach(entry -> own.add(entry.key()));
    var inherited = new LinkedHashMap<String, Map<String, Object>>();
    for (var parent : Lineage.of(namespace).stream().skip(1).toList()) {
      for (var entry : values.list(parent, "", now)) {
        if (!own.contains(entry.key())) {
          inherited.putIfAbsent(entry.key(), KeyValueResource.shape(entry));
        }
      }
    }
    return Answer.json(List.copyOf(inherited.values()));
  }
}
