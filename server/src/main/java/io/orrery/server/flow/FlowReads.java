package io.orrery.server.flow;

import io.orrery.controller.Orchestrator;
import io.orrery.model.flow.Flow;
import io.orrery.model.id.FlowId;
import io.orrery.model.problem.Parsed;
import io.orrery.model.problem.Problem;
import io.orrery.server.flow.FlowJson.Source;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.server.list.FlowFilters;
import io.orrery.server.list.Paging;
import io.orrery.server.port.FlowParser;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.query.FlowQueries;
import io.orrery.store.query.Page;
import io.orrery.store.vnode.SavedFlow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Reads of flows. They show a saved text whether or not it still parses.
public final class FlowReads {
  private static final Set<String> SORTABLE = Set.of("id", "namespace");
  private static final int FRAGMENT_CHARS = 60;
  private static final int FRAGMENTS_MAX = 5;

  private final FlowStore flows;
  private final FlowQueries queries;
  private final Orchestrator orchestrator;
  private final FlowParser parser;

  /// @param orchestrator knows which saved flows it cannot run any more
  /// @param parser tells why, and what in a flow is out of date
  public FlowReads(
      FlowStore flows, FlowQueries queries, Orchestrator orchestrator, FlowParser parser) {
    this.flows = flows;
    this.queries = queries;
    this.orchestrator = orchestrator;
    this.parser = parser;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/flows/search", this::search),
        Route.get("/api/v1/flows/source", this::searchSources),
        Route.get("/api/v1/flows/distinct-namespaces", this::namespaces),
        Route.get("/api/v1/flows/{namespace}", this::ofNamespace),
        Route.get("/api/v1/flows/{namespace}/{id}", this::one),
        Route.get("/api/v1/flows/deprecated", this::deprecated),
        Route.get("/api/v1/flows/{namespace}/{id}/tasks/{taskId}", this::task),
        Route.get("/api/v1/executions/flows/{namespace}/{id}", this::forExecution),
        Route.get("/api/v1/executions/namespaces", this::namespaces),
        Route.get("/api/v1/executions/namespaces/{namespace}/flows", this::startable));
  }

  private Answer one(Call call) {
    var query = call.query();
    var flow = saved(call);
    if (flow.deleted() && !query.flag("allowDeleted", false)) {
      throw notFound(flow.id());
    }
    var source = query.flag("source", false) ? Source.SHOWN : Source.LEFT_OUT;
    return Answer.json(shown(flow, source));
  }

  /// A flow that was saved once and cannot be read any more says why: `exception`.
  private Map<String, Object> shown(SavedFlow flow, Source source) {
    var json = FlowJson.of(flow, source);
    if (!flow.deleted() && orchestrator.flow(flow.id(), flow.revision()).isEmpty()) {
      json.put(
          "exception",
          parser.parse(flow.source()) instanceof Parsed.Bad<Flow>(var problems)
              ? FlowProblems.constraints(problems)
              : "a template in it cannot be read");
    }
    return json;
  }

  /// Flows that name deprecated types or properties, with the places.
  private Answer deprecated(Call call) {
    var filter = FlowFilters.of(call.query());
    var found = new ArrayList<Map<String, Object>>();
    for (var flow : flows.allLatest()) {
      if (!filter.fitsNamespace(flow.id())) {
        continue;
      }
      var paths =
          parser.parse(flow.source()).problems().stream()
              .filter(problem -> problem.severity() == Problem.Severity.DEPRECATION)
              .map(Problem::path)
              .toList();
      if (!paths.isEmpty()) {
        found.add(
            new JsonMap()
                .with("namespace", flow.id().namespace())
                .with("id", flow.id().id())
                .with("revision", flow.revision())
                .with("deprecationPaths", paths)
                .map());
      }
    }
    return Answer.json(found);
  }

  private Answer forExecution(Call call) {
    var flow = saved(call);
    if (flow.deleted()) {
      throw notFound(flow.id());
    }
    return Answer.json(FlowJson.forExecution(flow));
  }

  /// What may be started of a namespace.
  private Answer startable(Call call) {
    var namespace = call.param("namespace");
    return Answer.json(
        flows.allLatest().stream()
            .filter(flow -> flow.id().namespace().equals(namespace) && !flow.disabled())
            .map(FlowJson::forExecution)
            .toList());
  }

  private Answer task(Call call) {
    var flow = saved(call);
    var taskId = call.param("taskId");
    return FlowJson.task(FlowJson.tree(flow.source()), taskId)
        .map(Answer::json)
        .orElseThrow(() -> Fault.notFound("no task '" + taskId + "' in flow '" + flow.id() + "'"));
  }

  private Answer ofNamespace(Call call) {
    var namespace = call.param("namespace");
    return Answer.json(
        flows.allLatest().stream()
            .filter(flow -> flow.id().namespace().equals(namespace))
            .map(flow -> shown(flow, Source.LEFT_OUT))
            .toList());
  }

  private Answer search(Call call) {
    var page = Paging.of(call.query(), SORTABLE);
    var filter = FlowFilters.of(call.query());
    var source = call.query().flag("source", false) ? Source.SHOWN : Source.LEFT_OUT;
    var found =
        filter.labels().isEmpty() && filter.flowId().isEmpty() && filter.plain()
            ? queries.search(filter.text(), filter.namespace(), page)
            : Paging.cut(
                flows.allLatest().stream()
                    .filter(flow -> filter.fits(flow.id()))
                    .filter(flow -> FlowJson.hasLabels(flow, filter.labels()))
                    .toList(),
                page);
    return Answer.json(Paging.json(found, flow -> shown(flow, source)));
  }

  /// Flows whose text holds `q`, with the places marked.
  private Answer searchSources(Call call) {
    var page = Paging.of(call.query(), SORTABLE);
    var filter = FlowFilters.of(call.query());
    var wanted = filter.text().orElse("");
    var hits =
        flows.allLatest().stream()
            .filter(flow -> filter.fitsNamespace(flow.id()))
            .filter(flow -> lower(flow.source()).contains(lower(wanted)))
            .toList();
    Page<SavedFlow> found = Paging.cut(hits, page);
    return Answer.json(Paging.json(found, flow -> hit(flow, wanted)));
  }

  private static Map<String, Object> hit(SavedFlow flow, String wanted) {
    return new JsonMap()
        .with("model", FlowJson.of(flow, Source.LEFT_OUT))
        .with("fragments", wanted.isEmpty() ? List.of() : fragments(flow.source(), wanted))
        .map();
  }

  private static List<String> fragments(String source, String wanted) {
    var fragments = new ArrayList<String>();
    var lower = lower(source);
    int at = lower.indexOf(lower(wanted));
    while (at >= 0 && fragments.size() < FRAGMENTS_MAX) {
      int end = Math.min(source.length(), at + wanted.length());
      int from = Math.max(0, at - FRAGMENT_CHARS);
      int to = Math.min(source.length(), end + FRAGMENT_CHARS);
      fragments.add(
          source.substring(from, at)
              + "[mark]"
              + source.substring(at, end)
              + "[/mark]"
              + source.substring(end, to));
      at = lower.indexOf(lower(wanted), to);
    }
    return fragments;
  }

  private Answer namespaces(Call call) {
    var wanted = lower(call.query().text("q").orElse(""));
    return Answer.json(
        queries.namespaces().stream().filter(name -> lower(name).contains(wanted)).toList());
  }

  private SavedFlow saved(Call call) {
    var id = id(call);
    var revision = call.query().integer("revision");
    return revision
        .map(number -> flows.revision(id, number))
        .orElseGet(() -> flows.latest(id))
        .orElseThrow(() -> notFound(id));
  }

  private static FlowId id(Call call) {
    return new FlowId(call.param("namespace"), call.param("id"));
  }

  static Fault notFound(FlowId id) {
    return Fault.notFound(
        "Flow not found: '" + id.id() + "' in namespace '" + id.namespace() + "'");
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
