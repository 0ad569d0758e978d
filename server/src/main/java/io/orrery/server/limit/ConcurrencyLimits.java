package io.orrery.server.limit;

import io.orrery.controller.Orchestrator;
import io.orrery.model.flow.Concurrency;
import io.orrery.model.flow.FlowRevision;
import io.orrery.model.id.FlowId;
import io.orrery.model.state.State;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.server.list.Paging;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.PageRequest;
import io.orrery.store.query.TextMatch;
import io.orrery.store.vnode.SavedFlow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Shows how many executions of a flow hold a place of its limit. The number is counted from the
/// executions each time, so that it cannot leak; there is nothing to repair, and an update says
/// what the number is.
public final class ConcurrencyLimits {

  private static final String URL = "/api/v1/concurrency-limit";

  /// They wait for a place, or have none yet.
  private static final Set<State> WITHOUT_PLACE = EnumSet.of(State.CREATED, State.QUEUED);

  private final Orchestrator orchestrator;
  private final FlowStore flows;
  private final ExecutionQueries executions;

  public ConcurrencyLimits(
      Orchestrator orchestrator, FlowStore flows, ExecutionQueries executions) {
    this.orchestrator = orchestrator;
    this.flows = flows;
    this.executions = executions;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(URL, this::search),
        Route.get(URL + "/search", this::search),
        Route.get(URL + "/{namespace}/{flow}", this::one),
        Route.put(URL + "/{namespace}/{flow}", this::update));
  }

  private Answer search(Call call) {
    var limited = new ArrayList<FlowId>();
    for (var flow : flows.allLatest()) {
      if (mayLimit(flow) && limit(flow.id()).isPresent()) {
        limited.add(flow.id());
      }
    }
    var page = Paging.cut(limited, Paging.of(call.query(), Set.of("namespace", "flowId")));
    return Answer.json(Paging.json(page, this::json));
  }

  /// Only such a source is worth being read.
  private static boolean mayLimit(SavedFlow flow) {
    return flow.source().contains("concurrency");
  }

  private Answer one(Call call) {
    return Answer.json(json(limited(call)));
  }

  private Answer update(Call call) throws IOException {
    var flow = limited(call);
    if (!(call.body().jsonObject().get("running") instanceof Number)) {
      throw Fault.invalid("running", "must be a number");
    }
    return Answer.json(json(flow));
  }

  private FlowId limited(Call call) {
    var flow = new FlowId(call.param("namespace"), call.param("flow"));
    if (limit(flow).isEmpty()) {
      throw Fault.notFound("Flow '" + flow + "' is not there, or has no concurrency limit");
    }
    return flow;
  }

  private Optional<Concurrency> limit(FlowId flow) {
    return orchestrator.flow(flow).map(FlowRevision::flow).flatMap(it -> it.concurrency());
  }

  private Map<String, Object> json(FlowId flow) {
    var holding = EnumSet.noneOf(State.class);
    for (var state : State.values()) {
      if (!state.terminal() && !WITHOUT_PLACE.contains(state)) {
        holding.add(state);
      }
    }
    return new JsonMap()
        .with("tenantId", "main")
        .with("namespace", flow.namespace())
        .with("flowId", flow.id())
        .with("running", count(flow, holding))
        .with("queued", count(flow, EnumSet.of(State.QUEUED)))
        .with("limit", limit(flow).map(Concurrency::limit))
        .map();
  }

  private long count(FlowId flow, Set<State> states) {
    var filter =
        new ExecutionFilter(
            Optional.empty(),
            Optional.empty(),
            Optional.of(flow.id()),
            states,
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(ofNamespace(flow)));
    return executions.search(filter, new PageRequest(1, 1, List.of())).total();
  }

  private static TextMatch ofNamespace(FlowId flow) {
    return new TextMatch(
        TextMatch.Field.NAMESPACE, TextMatch.Kind.ANY_OF, List.of(flow.namespace()));
  }
}
