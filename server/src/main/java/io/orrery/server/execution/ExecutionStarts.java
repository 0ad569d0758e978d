package io.orrery.server.execution;

import io.orrery.controller.Orchestrator;
import io.orrery.engine.execution.Breakpoint;
import io.orrery.engine.execution.Execution;
import io.orrery.model.flow.FlowRevision;
import io.orrery.model.flow.InputType;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.FlowId;
import io.orrery.server.execution.Uploads.Files;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.HttpConfig;
import io.orrery.server.http.Query;
import io.orrery.server.http.Route;
import io.orrery.server.http.Stages;
import io.orrery.server.json.JsonMap;
import io.orrery.server.port.InputResolving;
import io.orrery.server.port.InputResolving.Resolved;
import io.orrery.storage.InternalStorage;
import io.orrery.store.query.ExecutionQueries;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Starts executions, and checks what one would be started with.
public final class ExecutionStarts {
  private static final int BREAKPOINTS_MAX = 100;

  private final Orchestrator orchestrator;
  private final ExecutionQueries executions;
  private final InputResolving inputs;
  private final Uploads uploads;
  private final HttpConfig config;
  private final InstantSource clock;
  private final RandomGenerator random;

  public ExecutionStarts(
      Orchestrator orchestrator,
      ExecutionQueries executions,
      InputResolving inputs,
      InternalStorage storage,
      HttpConfig config,
      InstantSource clock,
      RandomGenerator random) {
    this.orchestrator = orchestrator;
    this.executions = executions;
    this.inputs = inputs;
    this.uploads = new Uploads(storage);
    this.config = config;
    this.clock = clock;
    this.random = random;
  }

  public List<Route> routes() {
    return List.of(
        Route.post("/api/v1/executions/{namespace}/{flow}", this::start),
        Route.post("/api/v1/executions/trigger/{namespace}/{flow}", this::start),
        Route.post("/api/v1/executions/{namespace}/{flow}/validate", this::validate));
  }

  /// An action upon an execution, whose address is also that of starting a flow called as the
  /// action is: `/{id}/pause` and `/{namespace}/{flow}`.
  public Route orStart(Route action) {
    var segments = action.segments();
    if (!action.method().equals("POST")
        || segments.size() != 5
        || !segments.get(3).equals("{id}")) {
      return action;
    }
    return Route.post(
        action.pattern(),
        call -> {
          var flow = new FlowId(call.param("id"), segments.getLast());
          boolean start =
              orchestrator.flow(flow).isPresent()
                  && executions.head(new ExecutionId(call.param("id"))).isEmpty();
          return start ? start(call, flow) : action.action().answer(call);
        });
  }

  private Answer start(Call call) throws Exception {
    return start(call, new FlowId(call.param("namespace"), call.param("flow")));
  }

  private Answer start(Call call, FlowId of) throws Exception {
    var query = call.query();
    var labels = Labels.of(query.all("labels"));
    var scheduleDate = query.instant("scheduleDate");
    boolean wait = query.flag("wait", false);
    var flow = flow(call, of);
    var id = ExecutionIds.next(clock.instant(), random);
    var values = resolved(call, flow, id);
    var start =
        new Orchestrator.Start(
            flow.flow().key(),
            query.integer("revision"),
            Optional.of(id),
            values,
            labels,
            scheduleDate,
            Optional.empty(),
            breakpoints(query));
    var started = started(start, flow.flow().key(), id);
    return wait ? waitedFor(call, started) : Answer.json(withUrl(call, started));
  }

  /// `task` and `task.value`, repeated or separated by commas.
  ///
  /// @throws Fault when there are very many
  static List<Breakpoint> breakpoints(Query query) {
    var texts = query.list("breakpoints");
    if (texts.size() > BREAKPOINTS_MAX) {
      throw Fault.argument(
          "at most " + BREAKPOINTS_MAX + " breakpoints are possible, not " + texts.size());
    }
    return texts.stream().map(Breakpoint::parse).toList();
  }

  private Map<String, Object> resolved(Call call, FlowRevision flow, ExecutionId id)
      throws IOException {
    var key = flow.flow().key();
    boolean accepted = false;
    try {
      var given = uploads.given(call.body(), flow.flow().inputs(), key, id, Files.KEPT);
      var resolved = inputs.resolve(flow.flow(), flow.flow().inputs(), given);
      requireNoneWrong(resolved);
      accepted = true;
      return resolved.values();
    } finally {
      if (!accepted) {
        uploads.discard(key, id);
      }
    }
  }

  private Execution started(Orchestrator.Start start, FlowId flow, ExecutionId id)
      throws InterruptedException, IOException {
    try {
      return Stages.await(orchestrator.start(start));
    } catch (Orchestrator.Refused refused) {
      // Only then is it sure that no execution owns the files.
      uploads.discard(flow, id);
      throw refused;
    }
  }

  private Answer waitedFor(Call call, Execution started) throws Exception {
    call.keepOpen();
    var ended =
        new Waiting(orchestrator, executions)
            .until(
                started.id(),
                execution -> execution.state().terminal(),
                config.patience().waiting());
    return executions
        .find(ended.orElse(started).id())
        .map(whole -> Answer.streamed(out -> ExecutionJson.write(whole, clock.instant(), out)))
        .orElseGet(() -> Answer.json(withUrl(call, started)));
  }

  private Answer validate(Call call) throws IOException {
    var flow = flow(call, new FlowId(call.param("namespace"), call.param("flow")));
    var key = flow.flow().key();
    var id = ExecutionIds.next(clock.instant(), random);
    Labels.of(call.query().all("labels"));
    var given = uploads.given(call.body(), flow.flow().inputs(), key, id, Files.NAMED_ONLY);
    var resolved = inputs.resolve(flow.flow(), flow.flow().inputs(), given);
    return Answer.json(
        new JsonMap()
            .with("id", key.id())
            .with("namespace", key.namespace())
            .with("inputs", resolved.inputs().stream().map(ExecutionStarts::shape).toList())
            .with("checks", checks(flow, resolved))
            .map());
  }

  /// The failed checks; none while an input is wrong, since they are about right ones.
  private List<Map<String, Object>> checks(FlowRevision flow, Resolved resolved) {
    if (!resolved.wrong().isEmpty()) {
      return List.of();
    }
    return inputs.failedChecks(flow.flow(), resolved.values()).stream()
        .map(
            failed ->
                new JsonMap()
                    .with("message", failed.message())
                    .with("style", failed.style().name())
                    .with("behavior", failed.behavior().name())
                    .map())
        .toList();
  }

  static void requireNoneWrong(Resolved resolved) {
    var wrong = resolved.wrong();
    if (!wrong.isEmpty()) {
      throw Fault.invalid(
          wrong.stream()
              .map(one -> new Fault.Detail(one.problem().orElse(""), one.input().id()))
              .toList());
    }
  }

  /// One input as forms show it.
  static Map<String, Object> shape(InputResolving.One one) {
    var input = one.input();
    return new JsonMap()
        .with("input", InputJson.of(input))
        .with("value", input.type() == InputType.SECRET ? null : one.value())
        .with("enabled", one.enabled())
        .with("isDefault", one.isDefault())
        .with("errors", one.problem().map(problem -> List.of(Map.of("message", problem))))
        .map();
  }

  private FlowRevision flow(Call call, FlowId id) {
    var revision = call.query().integer("revision");
    var flow =
        revision
            .map(number -> orchestrator.flow(id, number))
            .orElseGet(() -> orchestrator.flow(id))
            .orElseThrow(
                () ->
                    Fault.notFound(
                        "Flow not found: '" + id.id() + "' in namespace '" + id.namespace() + "'"));
    if (flow.flow().disabled()) {
      throw Fault.conflict("flow '" + id + "' is disabled");
    }
    return flow;
  }

  private Map<String, Object> withUrl(Call call, Execution execution) {
    var base = config.publicUrl().map(Object::toString).orElseGet(call::origin);
    var flow = execution.fixed().flow();
    var json = ExecutionJson.head(execution, clock.instant());
    json.put(
        "url",
        base + "/ui/executions/" + flow.namespace() + "/" + flow.id() + "/" + execution.id());
    return json;
  }
}
