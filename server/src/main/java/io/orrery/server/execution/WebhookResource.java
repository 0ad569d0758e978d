package io.orrery.server.execution;

import io.orrery.controller.Orchestrator;
import io.orrery.controller.Webhooks;
import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.model.kept.Kept;
import io.orrery.model.state.State;
import io.orrery.server.execution.WebhookBody.Fetch;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.HttpConfig;
import io.orrery.server.http.Route;
import io.orrery.server.http.Stages;
import io.orrery.server.json.Json;
import io.orrery.storage.InternalStorage;
import io.orrery.store.query.ExecutionQueries;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Starts flows by the address of their webhook. Open to everybody: the key is the secret.
public final class WebhookResource {

  private static final String ADDRESS = "/api/v1/executions/webhook/{namespace}/{flow}/{key}";

  private final Orchestrator orchestrator;
  private final ExecutionQueries executions;
  private final Webhooks webhooks;
  private final InternalStorage storage;
  private final HttpConfig config;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final RateLimits limits = new RateLimits();

  public WebhookResource(
      Orchestrator orchestrator,
      ExecutionQueries executions,
      Webhooks webhooks,
      InternalStorage storage,
      HttpConfig config,
      InstantSource clock,
      RandomGenerator random) {
    this.orchestrator = orchestrator;
    this.executions = executions;
    this.webhooks = webhooks;
    this.storage = storage;
    this.config = config;
    this.clock = clock;
    this.random = random;
  }

  public List<Route> routes() {
    return Stream.of("GET", "POST", "PUT")
        .flatMap(
            method ->
                Stream.of(
                    new Route(method, ADDRESS, this::called),
                    new Route(method, ADDRESS + "/{path}", _ -> notFound())))
        .toList();
  }

  private static Answer notFound() {
    throw Fault.notFound("Webhook not found");
  }

  private Answer called(Call call) throws Exception {
    if (call.method().equals("HEAD")) {
      // Link checkers ask so, and must start nothing.
      throw Fault.of(405, "Method Not Allowed: HEAD is not among [GET, POST, PUT]")
          .header("Allow", "GET, POST, PUT");
    }
    var flow = new FlowId(call.param("namespace"), call.param("flow"));
    return switch (webhooks.find(flow, call.param("key"))) {
      case Webhooks.NoFlow _ -> throw Fault.notFound("Flow not found");
      case Webhooks.NoHook _ -> notFound();
      case Webhooks.FlowDisabled _ -> throw Fault.conflict("flow '" + flow + "' is disabled");
      case Webhooks.Hook hook -> called(call, hook);
    };
  }

  private void count(Webhooks.Hook hook) {
    var limit = hook.trigger().rateLimit();
    if (limit.isEmpty()) {
      return;
    }
    var id = new TriggerId(hook.flow().key(), hook.trigger().id());
    var wait = limits.refused(id, limit.get(), clock.instant());
    if (wait.isPresent()) {
      var calls = limit.get().limit() + " calls in " + limit.get().per();
      throw Fault.of(429, "Too Many Requests: this webhook takes " + calls)
          .header("Retry-After", String.valueOf(wait.get().plusMillis(999).toSeconds()));
    }
  }

  private Answer called(Call call, Webhooks.Hook hook) throws Exception {
    count(hook);
    var id = ExecutionIds.next(clock.instant(), random);
    var body = new WebhookBody(storage, hook.flow().key(), id);
    boolean started = false;
    try {
      var fetch = hook.trigger().response().fetch() ? Fetch.STORED : Fetch.INLINE;
      var variables = body.of(call, fetch);
      return switch (webhooks.decide(hook, variables)) {
        case Webhooks.NotMet _ -> Answer.empty(204);
        case Webhooks.Wrong(var why) -> throw Fault.of(422, "Invalid inputs: " + why);
        case Webhooks.Start start -> {
          var execution = start(hook, id, variables, start);
          started = true;
          yield answer(call, hook, variables, execution);
        }
      };
    } finally {
      if (!started) {
        body.discard();
      }
    }
  }

  private Execution start(
      Webhooks.Hook hook, ExecutionId id, Map<String, Object> variables, Webhooks.Start start)
      throws InterruptedException {
    return Stages.await(
        orchestrator.start(
            new Orchestrator.Start(
                hook.flow().key(),
                Optional.of(hook.revision()),
                Optional.of(id),
                start.inputs(),
                start.labels(),
                Optional.empty(),
                Optional.of(
                    new Execution.TriggerInfo(
                        hook.trigger().id(), hook.trigger().common().type(), variables)))));
  }

  private Answer answer(
      Call call, Webhooks.Hook hook, Map<String, Object> variables, Execution started)
      throws Exception {
    var response = hook.trigger().response();
    if (!response.await()) {
      return new Answer.Json(
          webhooks.status(hook, variables, started).orElse(200),
          ExecutionJson.head(started, clock.instant()));
    }
    call.keepOpen();
    var ended =
        new Waiting(orchestrator, executions)
            .until(
                started.id(),
                execution -> execution.state().terminal(),
                config.patience().waiting())
            .orElse(started);
    int status = webhooks.status(hook, variables, ended).orElseGet(() -> failed(ended) ? 500 : 200);
    if (!response.returnOutputs()) {
      return new Answer.Json(status, ExecutionJson.head(ended, clock.instant()));
    }
    return response.contentType().equals("text/plain")
        ? new Answer.Text(status, "text/plain; charset=utf-8", plain(Kept.shown(ended.outputs())))
        : new Answer.Json(status, Kept.shown(ended.outputs()));
  }

  private static boolean failed(Execution execution) {
    return execution.state() == State.FAILED
        || execution.state() == State.KILLED
        || execution.state() == State.CANCELLED;
  }

  /// A single output is the text itself.
  private static String plain(Map<String, Object> outputs) {
    return outputs.size() == 1 ? text(outputs.values().iterator().next()) : Json.text(outputs);
  }

  private static String text(@Nullable Object value) {
    return value instanceof Map || value instanceof Collection
        ? Json.text(value)
        : String.valueOf(value);
  }
}
