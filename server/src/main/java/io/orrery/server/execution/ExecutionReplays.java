package io.orrery.server.execution;

import io.orrery.controller.Orchestrator;
import io.orrery.engine.execution.Execution;
import io.orrery.model.flow.FlowRevision;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import io.orrery.server.execution.Uploads.Files;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Query;
import io.orrery.server.http.Route;
import io.orrery.server.http.Stages;
import io.orrery.server.port.InputResolving;
import io.orrery.storage.InternalStorage;
import io.orrery.store.query.ExecutionQueries;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Runs executions again as new ones: all of them, or from a task run on; as they were, or with
/// other inputs.
public final class ExecutionReplays {
  private final Orchestrator orchestrator;
  private final ExecutionQueries executions;
  private final InputResolving inputs;
  private final Uploads uploads;
  private final InstantSource clock;
  private final RandomGenerator random;

  public ExecutionReplays(
      Orchestrator orchestrator,
      ExecutionQueries executions,
      InputResolving inputs,
      InternalStorage storage,
      InstantSource clock,
      RandomGenerator random) {
    this.orchestrator = orchestrator;
    this.executions = executions;
    this.inputs = inputs;
    this.uploads = new Uploads(storage);
    this.clock = clock;
    this.random = random;
  }

  public List<Route> routes() {
    return List.of(
        Route.post("/api/v1/executions/{id}/replay", this::replay),
        Route.post("/api/v1/executions/{id}/actions/replay", this::replay),
        Route.post("/api/v1/executions/{id}/replay-with-inputs", this::withInputs),
        Route.post("/api/v1/executions/{id}/actions/replay-with-inputs", this::withInputs));
  }

  private Answer replay(Call call) throws InterruptedException {
    var source = source(call);
    return begun(request(call, source, Optional.empty(), Optional.empty()));
  }

  private Answer withInputs(Call call) throws IOException, InterruptedException {
    var source = source(call);
    var flow = flow(source, revision(call.query(), source));
    var key = flow.flow().key();
    var id = ExecutionIds.next(clock.instant(), random);
    boolean begun = false;
    try {
      var given = uploads.given(call.body(), flow.flow().inputs(), key, id, Files.KEPT);
      var resolved = inputs.resolve(flow.flow(), flow.flow().inputs(), given);
      ExecutionStarts.requireNoneWrong(resolved);
      var answer = begun(request(call, source, Optional.of(resolved.values()), Optional.of(id)));
      begun = true;
      return answer;
    } finally {
      if (!begun) {
        uploads.discard(key, id);
      }
    }
  }

  private Orchestrator.Replay request(
      Call call, Execution source, Optional<Map<String, Object>> values, Optional<ExecutionId> id) {
    return new Orchestrator.Replay(
        source.id(),
        call.query().text("taskRunId").map(ExecutionDeeds::taskRun),
        Optional.of(revision(call.query(), source)),
        values,
        id,
        ExecutionStarts.breakpoints(call.query()));
  }

  private Answer begun(Orchestrator.Replay replay) throws InterruptedException {
    var execution = Stages.await(orchestrator.replay(replay));
    return new Answer.Json(200, ExecutionJson.head(execution, clock.instant()));
  }

  /// The one that is named, the newest, or the source's own.
  private int revision(Query query, Execution source) {
    var named = query.integer("revision");
    if (named.isPresent() || !query.flag("latestRevision", false)) {
      return named.orElse(source.fixed().revision());
    }
    return orchestrator
        .flow(source.fixed().flow())
        .map(FlowRevision::revision)
        .orElseThrow(() -> Fault.notFound("flow '" + source.fixed().flow() + "'"));
  }

  private FlowRevision flow(Execution source, int revision) {
    return orchestrator
        .flow(source.fixed().flow(), revision)
        .orElseThrow(
            () ->
                Fault.notFound(
                    "revision " + revision + " of flow '" + source.fixed().flow() + "'"));
  }

  private Execution source(Call call) {
    var id = new ExecutionId(call.param("id"));
    return executions.head(id).orElseThrow(() -> ExecutionReads.notFound(id));
  }
}
