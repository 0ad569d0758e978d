package io.orrery.server.graph;

import io.orrery.controller.Orchestrator;
import io.orrery.controller.Orchestrator.Evaluated;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.graph.GraphBuilder;
import io.orrery.engine.graph.GraphBuilder.Opened;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Task;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.problem.Parsed;
import io.orrery.server.flow.FlowJson;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.http.Stages;
import io.orrery.server.port.FlowParser;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.PageRequest;
import io.orrery.store.query.TriggerQueries;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.io.IOException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Pictures of saved flows, of texts and of executions.
///
/// `subflows` names the uids of Subflow nodes to draw opened. The flow behind one is known from its
/// text or, on an execution, from the child it started.
public final class Graphs {
  private static final int TRIGGERS_MAX = 1_000;

  private final Orchestrator orchestrator;
  private final ExecutionQueries executions;
  private final TriggerQueries triggers;
  private final FlowParser parser;
  private final InstantSource clock;

  public Graphs(
      Orchestrator orchestrator,
      ExecutionQueries executions,
      TriggerQueries triggers,
      FlowParser parser,
      InstantSource clock) {
    this.orchestrator = orchestrator;
    this.executions = executions;
    this.triggers = triggers;
    this.parser = parser;
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/flows/{namespace}/{id}/graph", this::ofFlow),
        Route.post("/api/v1/flows/graph", this::ofSource),
        Route.get("/api/v1/executions/{id}/graph", this::ofExecution));
  }

  private Answer ofFlow(Call call) {
    var id = new FlowId(call.param("namespace"), call.param("id"));
    var revision = call.query().integer("revision");
    var found =
        revision
            .map(number -> orchestrator.flow(id, number))
            .orElseGet(() -> orchestrator.flow(id))
            .orElseThrow(
                () ->
                    Fault.notFound(
                        "Flow not found: '%s' in namespace '%s'"
                            .formatted(id.id(), id.namespace())));
    var trees = new HashMap<FlowId, Map<String, Object>>();
    trees.put(id, FlowJson.tree(found.source()));
    return drawn(call, new Opened(found.flow(), Optional.empty(), List.of()), trees);
  }

  private Answer ofSource(Call call) throws IOException {
    var source = call.body().text();
    return switch (parser.parse(source)) {
      case Parsed.Bad<Flow> bad ->
          throw Fault.argument("the flow is not valid: " + bad.problems().getFirst());
      case Parsed.Ok<Flow> ok -> {
        var trees = new HashMap<FlowId, Map<String, Object>>();
        trees.put(ok.value().key(), FlowJson.tree(source));
        yield drawn(call, new Opened(ok.value(), Optional.empty(), List.of()), trees);
      }
    };
  }

  private Answer ofExecution(Call call) {
    var id = new ExecutionId(call.param("id"));
    var trees = new HashMap<FlowId, Map<String, Object>>();
    var opened =
        execution(id, trees).orElseThrow(() -> Fault.notFound("Execution not found: '" + id + "'"));
    return drawn(call, opened, trees);
  }

  private Optional<Opened> execution(ExecutionId id, Map<FlowId, Map<String, Object>> trees) {
    return executions.find(id).flatMap(whole -> opened(whole, trees));
  }

  private Optional<Opened> opened(WholeExecution whole, Map<FlowId, Map<String, Object>> trees) {
    var fixed = whole.execution().fixed();
    return orchestrator
        .flow(fixed.flow(), fixed.revision())
        .map(
            flow -> {
              trees.putIfAbsent(fixed.flow(), FlowJson.tree(flow.source()));
              return new Opened(flow.flow(), Optional.of(whole.execution().id()), whole.taskRuns());
            });
  }

  private Answer drawn(Call call, Opened flow, Map<FlowId, Map<String, Object>> trees) {
    var open = Set.copyOf(call.query().list("subflows"));
    var graph = GraphBuilder.draw(flow, open, (task, run) -> subflow(task, run, trees));
    var json =
        new GraphJson(
            id -> trees.getOrDefault(id, GraphJson.none(id)),
            disabled(flow.flow().key()),
            clock.instant());
    return Answer.json(json.of(graph));
  }

  private Optional<Opened> subflow(
      Task.Subflow task, Optional<TaskRun> run, Map<FlowId, Map<String, Object>> trees) {
    var child = run.flatMap(TaskRun::child);
    if (child.isPresent()) {
      return execution(child.get(), trees);
    }
    return name(task, run)
        .flatMap(
            id ->
                task.revision()
                    .map(number -> orchestrator.flow(id, number))
                    .orElseGet(() -> orchestrator.flow(id)))
        .map(
            flow -> {
              trees.putIfAbsent(flow.flow().key(), FlowJson.tree(flow.source()));
              return new Opened(flow.flow(), Optional.empty(), List.of());
            });
  }

  /// The flow that the task names; empty when it does so by templates that say nothing without a
  /// task run, or with it.
  private Optional<FlowId> name(Task.Subflow task, Optional<TaskRun> run) {
    return text(task.namespace(), run)
        .flatMap(namespace -> text(task.flowId(), run).map(id -> new FlowId(namespace, id)));
  }

  private Optional<String> text(String template, Optional<TaskRun> run) {
    if (!template.contains("{{")) {
      return Optional.of(template);
    }
    return run.flatMap(
        it ->
            switch (evaluated(template, it)) {
              case Evaluated.Result(var text) -> Optional.of(text);
              case Evaluated.Failed _ -> Optional.empty();
            });
  }

  private Evaluated evaluated(String template, TaskRun run) {
    try {
      return Stages.await(
          orchestrator.evaluate(run.id().execution(), Optional.of(run.id()), template));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("stopped while a template was rendered", e);
    }
  }

  private Set<TriggerId> disabled(FlowId flow) {
    return triggers
        .search(
            Optional.empty(),
            Optional.of(flow.namespace()),
            Optional.of(flow.id()),
            new PageRequest(1, TRIGGERS_MAX, List.of()))
        .results()
        .stream()
        .filter(TriggerState::disabled)
        .map(TriggerState::id)
        .collect(Collectors.toUnmodifiableSet());
  }
}
