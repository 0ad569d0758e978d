package io.orrery.server.trigger;

import io.orrery.controller.Orchestrator;
import io.orrery.controller.Orchestrator.Overlap;
import io.orrery.controller.Orchestrator.TriggerChange;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.id.TriggerId;
import io.orrery.server.execution.ExecutionJson;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.http.Stages;
import io.orrery.server.json.JsonMap;
import io.orrery.store.query.TriggerQueries;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/// What people do to triggers beside switching them: unlock, restart, run now, and delete what is
/// remembered of them.
public final class TriggerDeeds {

  private static final String URL = "/api/v1/triggers";
  private static final String ONE = URL + "/{namespace}/{flow}/{trigger}";
  private static final TriggerChange UNLOCK = new TriggerChange.Unlock();
  private static final TriggerChange RESTART = new TriggerChange.Restart();
  private static final TriggerChange RESET = new TriggerChange.Reset();

  private final Orchestrator orchestrator;
  private final TriggerQueries triggers;
  private final TriggerList list;
  private final InstantSource clock;

  public TriggerDeeds(Orchestrator orchestrator, TriggerQueries triggers, InstantSource clock) {
    this.orchestrator = orchestrator;
    this.triggers = triggers;
    this.list = new TriggerList(triggers);
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.post(ONE + "/unlock", call -> change(call, UNLOCK)),
        Route.post(ONE + "/restart", call -> change(call, RESTART)),
        Route.delete(ONE, this::delete),
        Route.post(ONE + "/run-now", this::runNow),
        Route.post(URL + "/unlock/by-triggers", call -> named(call, UNLOCK, this::isLocked)),
        Route.post(URL + "/unlock/by-query", call -> matching(call, UNLOCK, this::isLocked)),
        Route.delete(URL + "/delete/by-triggers", call -> named(call, RESET, _ -> true)),
        Route.delete(URL + "/delete/by-query", call -> matching(call, RESET, _ -> true)));
  }

  private boolean isLocked(TriggerState state) {
    return state.holder().isPresent();
  }

  private Answer change(Call call, TriggerChange change) throws InterruptedException {
    var state = Stages.await(orchestrator.change(TriggerName.of(call), change));
    return Answer.json(TriggerJson.state(state));
  }

  private Answer delete(Call call) throws InterruptedException {
    var _ = Stages.await(orchestrator.change(TriggerName.of(call), RESET));
    return Answer.empty(204);
  }

  /// `force=true` lets it run beside the execution that the trigger waits for.
  private Answer runNow(Call call) throws InterruptedException {
    var overlap = call.query().flag("force", false) ? Overlap.ALLOWED : Overlap.REFUSED;
    var execution = Stages.await(orchestrator.runNow(TriggerName.of(call), overlap));
    return Answer.json(ExecutionJson.head(execution, clock.instant()));
  }

  private Answer named(Call call, TriggerChange change, Predicate<TriggerState> which)
      throws IOException, InterruptedException {
    var states = new ArrayList<TriggerState>();
    for (var id : TriggerName.all(call.body().json())) {
      states.add(triggers.find(id).orElseThrow(() -> notFound(id)));
    }
    return all(states, change, which);
  }

  private static Fault notFound(TriggerId id) {
    return Fault.notFound("Trigger not found: '" + id + "'");
  }

  private Answer matching(Call call, TriggerChange change, Predicate<TriggerState> which)
      throws InterruptedException {
    return all(list.matching(call.query()), change, which);
  }

  /// One that has changed meanwhile does not stop the others.
  private Answer all(List<TriggerState> states, TriggerChange change, Predicate<TriggerState> which)
      throws InterruptedException {
    var stages = new ArrayList<CompletionStage<TriggerState>>();
    states.stream()
        .filter(which)
        .forEach(state -> stages.add(orchestrator.change(state.id(), change)));
    int count = 0;
    for (var stage : stages) {
      count += Stages.done(stage) ? 1 : 0;
    }
    return Answer.json(new JsonMap().with("count", count).map());
  }
}
