package io.orrery.server.execution;

import io.orrery.controller.Orchestrator;
import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.Refused.Reason;
import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.state.State;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Query;
import io.orrery.server.http.Route;
import io.orrery.server.http.Stages;
import io.orrery.server.json.JsonMap;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/// What people do to one execution besides starting and ending it. Each deed has two addresses:
/// `/{id}/pause` as Kestra 1 has it and `/{id}/actions/pause` as Kestra 2; they differ in the
/// status of a refusal.
public final class ExecutionDeeds {
  private static final String BASE = "/api/v1/executions/{id}/";
  private static final int CONFLICT = 409;

  private final Orchestrator orchestrator;
  private final InstantSource clock;

  public ExecutionDeeds(Orchestrator orchestrator, InstantSource clock) {
    this.orchestrator = orchestrator;
    this.clock = clock;
  }

  public List<Route> routes() {
    var routes = new ArrayList<Route>();
    both(routes, "pause", CONFLICT, call -> orchestrator.pause(id(call)));
    both(
        routes,
        "resume-from-breakpoint",
        CONFLICT,
        call -> orchestrator.leaveBreakpoint(id(call), ExecutionStarts.breakpoints(call.query())));
    both(routes, "force-run", 422, call -> orchestrator.forceRun(id(call)));
    both(
        routes,
        "unqueue",
        422,
        call -> orchestrator.unqueue(id(call), state(call, "state").orElse(State.RUNNING)));
    both(
        routes,
        "change-status",
        422,
        call ->
            orchestrator.changeStatus(
                id(call),
                state(call, "status")
                    .or(() -> state(call, "newStatus"))
                    .orElseThrow(() -> Fault.argument("parameter 'status' is needed"))));
    both(routes, "state", CONFLICT, this::mark);
    both(
        routes,
        "labels",
        400,
        call -> orchestrator.relabel(id(call), Labels.ofJson(call.body().json())));
    for (var prefix : List.of("", "actions/")) {
      routes.add(Route.post(BASE + prefix + "eval", this::evaluate));
      routes.add(Route.post(BASE + prefix + "eval/{taskRunId}", this::evaluate));
    }
    return routes;
  }

  /// One deed.
  private interface Deed {
    CompletionStage<Execution> by(Call call) throws IOException;
  }

  /// @param refusal the older address's status for a state in which it cannot be done
  private void both(List<Route> routes, String name, int refusal, Deed deed) {
    routes.add(Route.post(BASE + name, call -> done(deed, call, refusal)));
    routes.add(Route.post(BASE + "actions/" + name, call -> done(deed, call, CONFLICT)));
  }

  private Answer done(Deed deed, Call call, int refusal) throws IOException, InterruptedException {
    try {
      var execution = Stages.await(deed.by(call));
      return new Answer.Json(200, ExecutionJson.head(execution, clock.instant()));
    } catch (Refused refused) {
      if (refused.reason() != Reason.CONFLICT || refusal == CONFLICT) {
        throw refused;
      }
      var message = String.valueOf(refused.getMessage());
      throw refusal == 422 ? Fault.argument(message) : Fault.of(refusal, message);
    }
  }

  private CompletionStage<Execution> mark(Call call) throws IOException {
    var body = call.body().jsonObject();
    if (!(body.get("taskRunId") instanceof String run)) {
      throw Fault.invalid("taskRunId", "is needed");
    }
    if (!(body.get("state") instanceof String state)) {
      throw Fault.invalid("state", "is needed");
    }
    return orchestrator.mark(id(call), taskRun(run), Query.choice("state", state, State.class));
  }

  /// @throws Fault as for a task run that is not there
  static TaskRunId taskRun(String text) {
    try {
      return TaskRunId.parse(text);
    } catch (IllegalArgumentException _) {
      throw Fault.argument("No task found: there is no task run '" + text + "'");
    }
  }

  private Answer evaluate(Call call) throws IOException, InterruptedException {
    var text = call.body().text();
    var run = call.optionalParam("taskRunId").map(ExecutionDeeds::taskRun);
    return Answer.json(
        switch (Stages.await(orchestrator.evaluate(id(call), run, text))) {
          case Orchestrator.Evaluated.Result(var result) ->
              new JsonMap().with("result", result).map();
          case Orchestrator.Evaluated.Failed(var message, var trace) ->
              new JsonMap().with("error", message).with("stackTrace", trace).map();
        });
  }

  private static Optional<State> state(Call call, String parameter) {
    return call.query().choice(parameter, State.class);
  }

  private static ExecutionId id(Call call) {
    return new ExecutionId(call.param("id"));
  }
}
