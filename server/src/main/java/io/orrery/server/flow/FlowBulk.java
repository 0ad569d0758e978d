package io.orrery.server.flow;

import io.orrery.controller.Orchestrator;
import io.orrery.model.flow.Flow;
import io.orrery.model.id.FlowId;
import io.orrery.model.problem.Parsed;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.http.Stages;
import io.orrery.server.list.FlowFilters;
import io.orrery.server.port.FlowParser;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.vnode.SavedFlow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Acts upon many flows: those of a list of `{id, namespace}`, or those that a query finds.
public final class FlowBulk {
  private static final String BASE = "/api/v1/flows/";

  private final Orchestrator orchestrator;
  private final FlowStore flows;
  private final FlowParser parser;

  public FlowBulk(Orchestrator orchestrator, FlowStore flows, FlowParser parser) {
    this.orchestrator = orchestrator;
    this.flows = flows;
    this.parser = parser;
  }

  public List<Route> routes() {
    return List.of(
        Route.delete(BASE + "delete/by-ids", call -> delete(byIds(call))),
        Route.delete(BASE + "delete/by-query", call -> delete(byQuery(call))),
        Route.post(BASE + "disable/by-ids", call -> disabled(byIds(call), true)),
        Route.post(BASE + "disable/by-query", call -> disabled(byQuery(call), true)),
        Route.post(BASE + "enable/by-ids", call -> disabled(byIds(call), false)),
        Route.post(BASE + "enable/by-query", call -> disabled(byQuery(call), false)),
        Route.post(BASE + "export/by-ids", call -> FlowArchive.zip(byIds(call))),
        Route.get(BASE + "export/by-query", call -> FlowArchive.zip(byQuery(call))),
        Route.get(BASE + "export/by-query/csv", call -> FlowArchive.csv(byQuery(call))));
  }

  private Answer delete(List<SavedFlow> chosen) throws InterruptedException {
    int count = 0;
    for (var flow : chosen) {
      if (Stages.await(orchestrator.deleteFlow(flow.id()))) {
        count++;
      }
    }
    return Answer.json(Map.of("count", count));
  }

  /// All of them, or none when one cannot be read any more.
  private Answer disabled(List<SavedFlow> chosen, boolean disabled) throws InterruptedException {
    record Change(Flow flow, String source) {}
    var changes = new ArrayList<Change>();
    for (var flow : chosen) {
      if (flow.disabled() == disabled) {
        continue;
      }
      var source = FlowEdits.withFlag(flow.source(), "disabled", disabled);
      switch (parser.parse(source)) {
        case Parsed.Ok<Flow>(var read, _) -> changes.add(new Change(read, source));
        case Parsed.Bad<Flow>(var problems) -> throw FlowProblems.refusal(problems);
      }
    }
    for (var change : changes) {
      Stages.await(orchestrator.saveFlow(change.flow(), change.source()));
    }
    return Answer.json(Map.of("count", changes.size()));
  }

  private List<SavedFlow> byIds(Call call) throws IOException {
    var chosen = new ArrayList<SavedFlow>();
    if (!(call.body().json() instanceof List<?> list)) {
      throw Fault.of(422, "Invalid JSON: a list of {id, namespace} is needed here");
    }
    for (var item : list) {
      if (!(item instanceof Map<?, ?> map
          && map.get("id") instanceof String id
          && map.get("namespace") instanceof String namespace)) {
        throw Fault.of(422, "Invalid JSON: a list of {id, namespace} is needed here");
      }
      var flow = new FlowId(namespace, id);
      chosen.add(
          flows
              .latest(flow)
              .filter(saved -> !saved.deleted())
              .orElseThrow(() -> FlowReads.notFound(flow)));
    }
    return chosen;
  }

  private List<SavedFlow> byQuery(Call call) {
    var filter = FlowFilters.of(call.query());
    return flows.allLatest().stream()
        .filter(flow -> filter.fits(flow.id()))
        .filter(flow -> FlowJson.hasLabels(flow, filter.labels()))
        .toList();
  }
}
