package io.orrery.server.flow;

import io.orrery.controller.Orchestrator;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.FlowRevision;
import io.orrery.model.id.FlowId;
import io.orrery.model.problem.Parsed;
import io.orrery.server.flow.FlowJson.Source;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Body;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.http.Stages;
import io.orrery.server.port.FlowParser;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.vnode.SavedFlow;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// Saves and deletes flows. A text is kept byte for byte; what comes as JSON is kept as YAML.
public final class FlowWrites {
  private final Orchestrator orchestrator;
  private final FlowStore flows;
  private final FlowParser parser;
  private final InstantSource clock;

  public FlowWrites(
      Orchestrator orchestrator, FlowStore flows, FlowParser parser, InstantSource clock) {
    this.orchestrator = orchestrator;
    this.flows = flows;
    this.parser = parser;
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.post("/api/v1/flows", this::create),
        Route.post("/api/v1/flows/bulk", this::bulk),
        Route.post("/api/v1/flows/import", this::importFiles),
        Route.post("/api/v1/flows/{namespace}", this::replaceNamespace),
        Route.put("/api/v1/flows/{namespace}/{id}", this::update),
        Route.patch("/api/v1/flows/{namespace}/{id}/{taskId}", this::updateTask),
        Route.delete("/api/v1/flows/{namespace}/{id}", this::delete));
  }

  /// A text and what it says.
  private record Draft(String source, Flow flow) {
    FlowId id() {
      return flow.key();
    }
  }

  private Answer create(Call call) throws IOException, InterruptedException {
    var draft = drafted(call, only(drafts(call.body())));
    if (exists(draft.id())) {
      throw Fault.invalid("flow.id", "Flow id already exists");
    }
    return Answer.json(save(draft, Source.SHOWN));
  }

  private Answer update(Call call) throws IOException, InterruptedException {
    var id = new FlowId(call.param("namespace"), call.param("id"));
    if (!exists(id)) {
      throw FlowReads.notFound(id);
    }
    var draft = drafted(call, only(drafts(call.body())));
    if (!draft.id().namespace().equals(id.namespace())) {
      throw Fault.invalid(
          "flow.namespace", "Illegal namespace update: the path says '" + id.namespace() + "'");
    }
    if (!draft.id().equals(id)) {
      throw Fault.invalid("flow.id", "Illegal flow id update: the path says '" + id.id() + "'");
    }
    return Answer.json(save(draft, Source.SHOWN));
  }

  /// With `draft=true` the flow is saved and nothing starts it; with `draft=false` it no longer is
  /// a draft. Otherwise it is what its text says.
  private Draft drafted(Call call, Draft draft) {
    if (call.query().text("draft").isEmpty()) {
      return draft;
    }
    boolean wanted = call.query().flag("draft", false);
    boolean said =
        FlowText.tree(draft.source()).filter(it -> it.get("draft") instanceof Boolean).isPresent();
    return wanted || said ? draft(FlowEdits.withFlag(draft.source(), "draft", wanted)) : draft;
  }

  /// Puts another task in place of one.
  private Answer updateTask(Call call) throws IOException, InterruptedException {
    var id = new FlowId(call.param("namespace"), call.param("id"));
    var saved =
        flows.latest(id).filter(flow -> !flow.deleted()).orElseThrow(() -> FlowReads.notFound(id));
    var taskId = call.param("taskId");
    var task = call.body().jsonObject();
    if (!taskId.equals(task.get("id"))) {
      throw Fault.invalid("task.id", "Invalid task: the path says '" + taskId + "'");
    }
    var source =
        FlowEdits.withTask(saved.source(), taskId, task)
            .orElseThrow(() -> Fault.notFound("no task '" + taskId + "' in flow '" + id + "'"));
    return Answer.json(save(draft(source), Source.LEFT_OUT));
  }

  private Answer delete(Call call) throws InterruptedException {
    var id = new FlowId(call.param("namespace"), call.param("id"));
    if (!Stages.await(orchestrator.deleteFlow(id))) {
      throw FlowReads.notFound(id);
    }
    return Answer.empty(204);
  }

  /// Makes the flows of one namespace those of the body. Without `delete` the others stay.
  private Answer replaceNamespace(Call call) throws IOException, InterruptedException {
    var namespace = call.param("namespace");
    var drafts = drafts(call.body());
    requireNamespace(drafts, namespace::equals, namespace);
    return saveAll(drafts, call.query().flag("delete", true) ? Set.of(namespace) : Set.of());
  }

  /// Saves flows of any namespaces.
  ///
  /// With `delete=true` the other flows of the namespaces that the body names are deleted. Unlike
  /// Kestra's description says, that is not the default: a partial import must not empty a
  /// namespace.
  private Answer bulk(Call call) throws IOException, InterruptedException {
    var query = call.query();
    var drafts = drafts(call.body());
    var namespace = query.text("namespace");
    namespace.ifPresent(
        name -> {
          boolean below = query.flag("allowNamespaceChild", false);
          requireNamespace(
              drafts, given -> given.equals(name) || (below && given.startsWith(name + ".")), name);
        });
    if (!query.flag("delete", false)) {
      return saveAll(drafts, Set.of());
    }
    var cleared = new TreeSet<String>();
    namespace.ifPresent(cleared::add);
    drafts.forEach(draft -> cleared.add(draft.id().namespace()));
    return saveAll(drafts, cleared);
  }

  /// Takes the YAML texts of uploaded files, which may be ZIP files of them. Answers with what
  /// could not be imported.
  private Answer importFiles(Call call) throws IOException, InterruptedException {
    var refused = new ArrayList<String>();
    try (var parts = call.body().parts()) {
      for (var part : parts.all()) {
        var name = part.fileName().orElse("");
        if (!FlowArchive.isZip(name)) {
          importText(name, part.text(call.body().bytesMax()), refused);
          continue;
        }
        try (var content = part.open()) {
          for (var entry : FlowArchive.texts(content).entrySet()) {
            importText(entry.getKey(), entry.getValue(), refused);
          }
        } catch (IOException unreadable) {
          throw Fault.malformed("'" + name + "' cannot be imported: " + unreadable.getMessage());
        }
      }
    }
    if (!refused.isEmpty() && call.query().flag("failOnError", false)) {
      throw Fault.invalid(refused.stream().map(text -> new Fault.Detail(text, "")).toList());
    }
    return Answer.json(refused);
  }

  private void importText(String name, String text, List<String> refused)
      throws InterruptedException {
    for (var source : FlowText.documents(text)) {
      switch (parser.parse(source)) {
        case Parsed.Ok<Flow>(var flow, _) -> Stages.await(orchestrator.saveFlow(flow, source));
        case Parsed.Bad<Flow>(var problems) ->
            refused.add(name + ": " + FlowProblems.constraints(problems));
      }
    }
  }

  private static void requireNamespace(
      List<Draft> drafts, Predicate<String> allowed, String wanted) {
    var wrong =
        drafts.stream()
            .filter(draft -> !allowed.test(draft.id().namespace()))
            .map(
                draft ->
                    new Fault.Detail(
                        "flow '" + draft.id() + "' is not in namespace '" + wanted + "'",
                        "flow.namespace"))
            .toList();
    if (!wrong.isEmpty()) {
      throw Fault.invalid(wrong);
    }
  }

  /// Everything was checked before; so either all is written or the database failed.
  private Answer saveAll(List<Draft> drafts, Set<String> cleared) throws InterruptedException {
    var ids = new LinkedHashSet<FlowId>();
    for (var draft : drafts) {
      if (!ids.add(draft.id())) {
        throw Fault.invalid("flow.id", "Duplicate flow id '" + draft.id() + "'");
      }
    }
    var answer = new ArrayList<Map<String, Object>>();
    for (var flow : flows.allLatest()) {
      if (cleared.contains(flow.id().namespace()) && !ids.contains(flow.id())) {
        Stages.await(orchestrator.deleteFlow(flow.id()));
        answer.add(FlowJson.of(deleted(flow), Source.LEFT_OUT));
      }
    }
    for (var draft : drafts) {
      answer.add(save(draft, Source.LEFT_OUT));
    }
    return Answer.json(answer);
  }

  private SavedFlow deleted(SavedFlow flow) {
    return flows
        .latest(flow.id())
        .filter(SavedFlow::deleted)
        .orElseGet(
            () ->
                new SavedFlow(
                    flow.id(), flow.revision(), flow.source(), flow.disabled(), true, flow.at()));
  }

  private Map<String, Object> save(Draft draft, Source source) throws InterruptedException {
    FlowRevision saved = Stages.await(orchestrator.saveFlow(draft.flow(), draft.source()));
    return FlowJson.of(
        new SavedFlow(
            saved.flow().key(),
            saved.revision(),
            saved.source(),
            saved.flow().disabled(),
            false,
            clock.instant()),
        source);
  }

  private boolean exists(FlowId id) {
    return flows.latest(id).filter(flow -> !flow.deleted()).isPresent();
  }

  private static Draft only(List<Draft> drafts) {
    if (drafts.size() != 1) {
      throw Fault.invalid("", "one flow is needed here, not " + drafts.size());
    }
    return drafts.getFirst();
  }

  private List<Draft> drafts(Body body) throws IOException {
    var drafts = new ArrayList<Draft>();
    for (var source : sources(body)) {
      drafts.add(draft(source));
    }
    return drafts;
  }

  static List<String> sources(Body body) throws IOException {
    if (!body.isJson()) {
      return FlowText.documents(body.text());
    }
    var json = body.json();
    var several = json instanceof List<?> list ? list : java.util.Collections.singletonList(json);
    var sources = new ArrayList<String>();
    for (var one : several) {
      if (!(one instanceof Map<?, ?> flow)) {
        throw Fault.of(422, "Invalid JSON: a flow is an object");
      }
      sources.add(FlowText.write(flow));
    }
    return sources;
  }

  private Draft draft(String source) {
    return switch (parser.parse(source)) {
      case Parsed.Ok<Flow>(var flow, _) -> new Draft(source, flow);
      case Parsed.Bad<Flow>(var problems) -> throw FlowProblems.refusal(problems);
    };
  }
}
