package io.orrery.server.execution;

import io.orrery.controller.Orchestrator;
import io.orrery.controller.Orchestrator.Cascade;
import io.orrery.controller.Orchestrator.Removal;
import io.orrery.controller.PauseInputs;
import io.orrery.engine.execution.Execution;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.FlowRevision;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import io.orrery.server.execution.Uploads.Files;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.http.Stages;
import io.orrery.server.json.JsonMap;
import io.orrery.server.port.InputResolving;
import io.orrery.storage.InternalStorage;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;

/// Acts upon one execution. Each action has two addresses: `/{id}/kill` with Kestra 1's answer and
/// `/{id}/actions/kill` with Kestra 2's.
public final class ExecutionActions {
  private final Orchestrator orchestrator;
  private final ExecutionQueries executions;
  private final InputResolving inputs;
  private final Uploads uploads;
  private final InstantSource clock;

  public ExecutionActions(
      Orchestrator orchestrator,
      ExecutionQueries executions,
      InputResolving inputs,
      InternalStorage storage,
      InstantSource clock) {
    this.orchestrator = orchestrator;
    this.executions = executions;
    this.inputs = inputs;
    this.uploads = new Uploads(storage);
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.delete("/api/v1/executions/{id}", this::delete),
        Route.delete("/api/v1/executions/{id}/kill", call -> answer(202, kill(call))),
        Route.delete("/api/v1/executions/{id}/actions/kill", call -> answer(200, kill(call))),
        Route.post("/api/v1/executions/{id}/restart", call -> answer(200, restart(call))),
        Route.post("/api/v1/executions/{id}/actions/restart", call -> answer(200, restart(call))),
        Route.post("/api/v1/executions/{id}/resume", this::resumeQuietly),
        Route.post("/api/v1/executions/{id}/actions/resume", call -> answer(200, resume(call))),
        Route.post("/api/v1/executions/{id}/resume/validate", this::validateResume),
        Route.post("/api/v1/executions/{id}/actions/resume/validate", this::validateResume));
  }

  private Answer answer(int status, Execution execution) {
    return new Answer.Json(status, ExecutionJson.head(execution, clock.instant()));
  }

  private Answer delete(Call call) throws InterruptedException, IOException {
    var id = id(call);
    var head = executions.head(id).orElseThrow(() -> ExecutionReads.notFound(id));
    if (!Stages.await(orchestrator.delete(id, removal(call, false)))) {
      throw ExecutionReads.notFound(id);
    }
    if (withFiles(call)) {
      uploads.discardAll(head.fixed().flow(), id);
    }
    return Answer.empty(204);
  }

  /// @param running whether executions that have not ended may go
  static Removal removal(Call call, boolean running) {
    return new Removal(
        running, call.query().flag("deleteLogs", true), call.query().flag("deleteMetrics", true));
  }

  static boolean withFiles(Call call) {
    return call.query().flag("deleteStorage", true);
  }

  private Execution kill(Call call) throws InterruptedException {
    return Stages.await(orchestrator.kill(id(call), cascade(call)));
  }

  static Cascade cascade(Call call) {
    return call.query().flag("isOnKillCascade", true) ? Cascade.CHILDREN : Cascade.ONLY_THIS;
  }

  private Execution restart(Call call) throws InterruptedException {
    var id = id(call);
    var revision = call.query().integer("revision");
    return Stages.await(
        revision.isPresent() ? orchestrator.restart(id, revision.get()) : orchestrator.restart(id));
  }

  private Answer resumeQuietly(Call call) throws IOException, InterruptedException {
    resume(call);
    return Answer.empty(204);
  }

  private Execution resume(Call call) throws IOException, InterruptedException {
    var id = id(call);
    var whole = paused(id);
    var flow = flow(whole.execution());
    var asked = PauseInputs.of(whole, flow);
    // Files of a refused resume stay: they lie with those of the execution, and go with it.
    var given = uploads.given(call.body(), asked, flow.key(), id, Files.KEPT);
    var resolved = inputs.resolve(flow, asked, given);
    ExecutionStarts.requireNoneWrong(resolved);
    return Stages.await(orchestrator.resume(id, resolved.values(), call.user()));
  }

  /// What a resume would be given.
  private Answer validateResume(Call call) throws IOException {
    var id = id(call);
    var whole = paused(id);
    var flow = flow(whole.execution());
    var asked = PauseInputs.of(whole, flow);
    var given = uploads.given(call.body(), asked, flow.key(), id, Files.NAMED_ONLY);
    var resolved = inputs.resolve(flow, asked, given);
    return Answer.json(
        new JsonMap()
            .with("id", flow.key().id())
            .with("namespace", flow.key().namespace())
            .with("inputs", resolved.inputs().stream().map(ExecutionStarts::shape).toList())
            .map());
  }

  private WholeExecution paused(ExecutionId id) {
    var whole = executions.find(id).orElseThrow(() -> ExecutionReads.notFound(id));
    if (whole.execution().state() != State.PAUSED) {
      throw Fault.conflict(
          "cannot resume execution '"
              + id
              + "': it is not paused, it is "
              + whole.execution().state());
    }
    return whole;
  }

  private Flow flow(Execution execution) {
    var fixed = execution.fixed();
    return orchestrator
        .flow(fixed.flow(), fixed.revision())
        .map(FlowRevision::flow)
        .orElseThrow(
            () ->
                Fault.conflict(
                    "revision "
                        + fixed.revision()
                        + " of flow '"
                        + fixed.flow()
                        + "' is not readable"));
  }

  private static ExecutionId id(Call call) {
    return new ExecutionId(call.param("id"));
  }
}
