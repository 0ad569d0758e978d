package io.orrery.server.execution;

import io.orrery.controller.Orchestrator;
import io.orrery.model.id.ExecutionId;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Bell;
import io.orrery.server.http.Call;
import io.orrery.server.http.Emitter;
import io.orrery.server.http.HttpConfig;
import io.orrery.server.http.Route;
import io.orrery.server.json.Json;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Follows one execution: `start` at once, `progress` whenever it changed, `end` with its last
/// state once nothing is left to do. A pause does not end it.
///
/// Changes that come faster than they can be sent are merged: what counts is the state now.
public final class ExecutionFollow {
  /// After an event that took `t` to read and send, the next waits at least `t` times this: a large
  /// execution with many viewers must not take all of the machine.
  private static final int PACE = 4;

  private static final Duration PACE_MAX = Duration.ofSeconds(2);

  private final Orchestrator orchestrator;
  private final ExecutionQueries executions;
  private final HttpConfig config;
  private final InstantSource clock;

  public ExecutionFollow(
      Orchestrator orchestrator,
      ExecutionQueries executions,
      HttpConfig config,
      InstantSource clock) {
    this.orchestrator = orchestrator;
    this.executions = executions;
    this.config = config;
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(Route.get("/api/v1/executions/{id}/follow", this::follow));
  }

  private Answer follow(Call call) {
    var id = new ExecutionId(call.param("id"));
    return new Answer.Events(out -> stream(id, out));
  }

  private void stream(ExecutionId id, Emitter out) throws Exception {
    var bell = new Bell();
    try (var _ = orchestrator.follow(id, bell::ring)) {
      var waiting = new Waiting(orchestrator, executions);
      if (waiting.until(id, _ -> true, config.patience().appearance(), bell).isEmpty()) {
        throw ExecutionReads.notFound(id);
      }
      out.send("start", Json.bytes(Map.of("id", id.value())));
      Optional<WholeExecution> sent = Optional.empty();
      while (true) {
        long began = System.nanoTime();
        var now = executions.find(id);
        if (now.isEmpty()) {
          return; // deleted meanwhile: there is no last state to tell
        }
        if (now.get().execution().finished()) {
          out.send("end", ExecutionJson.bytes(now.get(), clock.instant()));
          return;
        }
        if (!now.equals(sent)) {
          out.send("progress", ExecutionJson.bytes(now.get(), clock.instant()));
          sent = now;
        }
        pace(System.nanoTime() - began);
        awaitChange(bell, out);
      }
    }
  }

  private void awaitChange(Bell bell, Emitter out) throws IOException, InterruptedException {
    while (!bell.await(config.patience().heartbeat())) {
      out.heartbeat();
    }
  }

  private static void pace(long nanos) throws InterruptedException {
    var rest = Duration.ofNanos(nanos * PACE);
    new Bell().await(rest.compareTo(PACE_MAX) < 0 ? rest : PACE_MAX);
  }
}
