package io.orrery.server.execution;

import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.kept.Kept;
import io.orrery.server.flow.FlowJson;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.server.list.ExecutionFilters;
import io.orrery.server.list.Paging;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.PageRequest;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads of executions, and of what their task runs gave back.
public final class ExecutionReads {
  private final ExecutionQueries executions;
  private final FlowStore flows;
  private final InstantSource clock;

  public ExecutionReads(ExecutionQueries executions, FlowStore flows, InstantSource clock) {
    this.executions = executions;
    this.flows = flows;
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/executions", this::ofFlow),
        Route.get("/api/v1/executions/search", this::search),
        Route.post("/api/v1/executions/latest", this::latest),
        Route.get("/api/v1/executions/{id}", this::one),
        Route.get("/api/v1/executions/{id}/flow", this::flow),
        Route.get("/api/v1/outputs/{id}", this::outputs),
        Route.get("/api/v1/outputs/{id}/{taskRunId}", this::outputsOf));
  }

  private Answer one(Call call) {
    var whole = whole(call);
    return Answer.streamed(out -> ExecutionJson.write(whole, clock.instant(), out));
  }

  private Answer search(Call call) {
    var now = clock.instant();
    return list(call, ExecutionFilters.of(call.query(), now));
  }

  /// The executions of exactly one flow.
  private Answer ofFlow(Call call) {
    var query = call.query();
    var flow =
        new FlowId(
            query.text("namespace").orElseThrow(() -> missing("namespace")),
            query.text("flowId").orElseThrow(() -> missing("flowId")));
    return list(call, of(flow));
  }

  private static ExecutionFilter of(FlowId flow) {
    return new ExecutionFilter(
        Optional.empty(),
        Optional.of(flow.namespace()),
        Optional.of(flow.id()),
        Set.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /// The last execution of each flow that is named; flows without one are left out.
  private Answer latest(Call call) throws IOException {
    if (!(call.body().json() instanceof List<?> named) || named.size() > PageRequest.SIZE_MAX) {
      throw Fault.invalid(
          "", "a list of at most " + PageRequest.SIZE_MAX + " {namespace, id} is needed");
    }
    var newest = new PageRequest(1, 1, List.of(new PageRequest.Sort("state.startDate", false)));
    var last = new ArrayList<Map<String, Object>>();
    for (var item : named) {
      if (!(item instanceof Map<?, ?> flow)
          || !(flow.get("namespace") instanceof String namespace)
          || !(flow.get("id") instanceof String id)) {
        throw Fault.invalid("", "each flow needs a namespace and an id");
      }
      var key = new FlowId(namespace, id);
      executions.search(of(key), newest).results().stream()
          .filter(execution -> execution.fixed().flow().equals(key))
          .forEach(execution -> last.add(lastOf(execution)));
    }
    return Answer.json(last);
  }

  private static Map<String, Object> lastOf(Execution execution) {
    return new JsonMap()
        .with("id", execution.id().value())
        .with("namespace", execution.fixed().flow().namespace())
        .with("flowId", execution.fixed().flow().id())
        .with("startDate", execution.history().startedAt())
        .with("status", execution.state().name())
        .map();
  }

  private static Fault missing(String parameter) {
    return Fault.argument("parameter '" + parameter + "' is needed");
  }

  private Answer list(Call call, ExecutionFilter filter) {
    var now = clock.instant();
    var found = executions.search(filter, Paging.of(call.query(), ExecutionFilters.SORTABLE));
    return Answer.json(Paging.json(found, execution -> ExecutionJson.head(execution, now)));
  }

  /// The revision of the flow that the execution runs.
  private Answer flow(Call call) {
    var id = new ExecutionId(call.param("id"));
    var fixed = executions.head(id).orElseThrow(() -> notFound(id)).fixed();
    return flows
        .revision(fixed.flow(), fixed.revision())
        .map(FlowJson::forExecution)
        .map(Answer::json)
        .orElseThrow(
            () ->
                Fault.notFound("revision " + fixed.revision() + " of flow '" + fixed.flow() + "'"));
  }

  private Answer outputs(Call call) {
    return Answer.json(
        whole(call).taskRuns().stream()
            .filter(run -> !run.outputs().isEmpty())
            .map(
                run ->
                    new JsonMap()
                        .with("taskId", run.taskId())
                        .with("taskRunId", run.id().toString())
                        .with("value", run.value().map(Kept::shown))
                        .with("iteration", run.iteration() < 0 ? null : run.iteration())
                        .with("inline", true)
                        .map())
            .toList());
  }

  private Answer outputsOf(Call call) {
    var text = call.param("taskRunId");
    var whole = whole(call);
    TaskRunId wanted;
    try {
      wanted = TaskRunId.parse(text);
    } catch (IllegalArgumentException _) {
      throw Fault.notFound("no task run '" + text + "'");
    }
    return whole.taskRuns().stream()
        .filter(run -> run.id().equals(wanted))
        .findFirst()
        .map(run -> Answer.json(Kept.shown(run.outputs())))
        .orElseThrow(() -> Fault.notFound("no task run '" + text + "'"));
  }

  private WholeExecution whole(Call call) {
    var id = new ExecutionId(call.param("id"));
    return executions.find(id).orElseThrow(() -> notFound(id));
  }

  static Fault notFound(ExecutionId id) {
    return Fault.notFound("Execution not found: '" + id + "'");
  }
}
