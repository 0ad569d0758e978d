package io.orrery.server.execution;

import io.orrery.controller.Orchestrator;
import io.orrery.controller.PauseInputs;
import io.orrery.engine.execution.Execution;
import io.orrery.model.flow.FlowRevision;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.state.State;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.http.Stages;
import io.orrery.server.json.JsonMap;
import io.orrery.server.list.ExecutionFilters;
import io.orrery.server.port.InputResolving;
import io.orrery.storage.InternalStorage;
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.PageRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;

/// Acts upon many executions: all of them, or none when one of them cannot be acted upon.
public final class ExecutionBulk {
  private static final int BULK_MAX = 10_000;
  private static final String BASE = "/api/v1/executions/";

  private final Orchestrator orchestrator;
  private final ExecutionQueries executions;
  private final InputResolving inputs;
  private final Uploads uploads;
  private final InstantSource clock;

  public ExecutionBulk(
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
    var routes = new ArrayList<Route>();
    routes.add(Route.delete(BASE + "by-ids", call -> apply(delete(call), ids(call))));
    routes.add(Route.delete(BASE + "by-query", call -> apply(delete(call), matching(call))));
    routes.add(Route.delete(BASE + "kill/by-ids", call -> apply(kill(call), ids(call))));
    routes.add(Route.delete(BASE + "kill/by-query", call -> apply(kill(call), matching(call))));
    post(routes, "restart", _ -> restart());
    post(routes, "resume", call -> resume(call.user()));
    post(routes, "pause", _ -> pause());
    post(routes, "replay", this::replay);
    post(routes, "force-run", _ -> forceRun());
    post(routes, "unqueue", this::unqueue);
    post(routes, "change-status", this::changeStatus);
    routes.add(Route.post(BASE + "labels/by-ids", this::labelsByIds));
    routes.add(
        Route.post(
            BASE + "labels/by-query",
            call -> apply(labels(Labels.ofJson(call.body().json())), matching(call))));
    return routes;
  }

  private void post(List<Route> routes, String name, Function<Call, Deed> deed) {
    routes.add(Route.post(BASE + name + "/by-ids", call -> apply(deed.apply(call), ids(call))));
    routes.add(
        Route.post(BASE + name + "/by-query", call -> apply(deed.apply(call), matching(call))));
  }

  /// What is done to each.
  ///
  /// @param refusal what Kestra answers when it cannot be done to one
  /// @param hindrance why it cannot be done to an execution; empty when it can
  private record Deed(
      String verb,
      int refusal,
      Function<Execution, Optional<String>> hindrance,
      Function<Execution, CompletionStage<?>> act) {

    static Deed when(
        String verb,
        int refusal,
        Predicate<State> fits,
        Function<Execution, CompletionStage<?>> act) {
      return new Deed(
          verb,
          refusal,
          it ->
              fits.test(it.state())
                  ? Optional.empty()
                  : Optional.of("cannot " + verb + " an execution that is " + it.state()),
          act);
    }
  }

  private Deed delete(Call call) {
    boolean running = call.query().flag("includeNonTerminated", false);
    var removal = ExecutionActions.removal(call, running);
    boolean files = ExecutionActions.withFiles(call);
    return Deed.when(
        "delete",
        422,
        state -> state.terminal() || running,
        it ->
            orchestrator
                .delete(it.id(), removal)
                .thenAccept(
                    _ -> {
                      if (files) {
                        discard(it);
                      }
                    }));
  }

  private void discard(Execution execution) {
    try {
      uploads.discardAll(execution.fixed().flow(), execution.id());
    } catch (IOException e) {
      throw new UncheckedIOException("the files of execution " + execution.id() + " stay", e);
    }
  }

  private Deed kill(Call call) {
    var cascade = ExecutionActions.cascade(call);
    return Deed.when(
        "kill", 400, state -> !state.terminal(), it -> orchestrator.kill(it.id(), cascade));
  }

  private Deed restart() {
    return Deed.when(
        "restart",
        400,
        state ->
            state == State.PAUSED
                || (state.terminal() && state != State.SUCCESS && state != State.SKIPPED),
        it -> orchestrator.restart(it.id()));
  }

  /// @param by who asks for it
  private Deed resume(Optional<String> by) {
    var values = new LinkedHashMap<ExecutionId, Map<String, Object>>();
    return new Deed(
        "resume",
        400,
        it ->
            it.state() == State.PAUSED
                ? checkResume(it, values)
                : Optional.of("cannot resume an execution that is " + it.state()),
        it -> orchestrator.resume(it.id(), values.getOrDefault(it.id(), Map.of()), by));
  }

  private Deed pause() {
    return Deed.when(
        "pause", 400, state -> state == State.RUNNING, it -> orchestrator.pause(it.id()));
  }

  private Deed replay(Call call) {
    boolean latest = call.query().flag("latestRevision", false);
    return Deed.when(
        "replay",
        400,
        _ -> true,
        it ->
            orchestrator.replay(
                new Orchestrator.Replay(
                    it.id(),
                    Optional.empty(),
                    latest
                        ? orchestrator.flow(it.fixed().flow()).map(FlowRevision::revision)
                        : Optional.empty(),
                    Optional.empty(),
                    Optional.empty())));
  }

  private Deed forceRun() {
    return Deed.when(
        "force-run", 400, state -> !state.terminal(), it -> orchestrator.forceRun(it.id()));
  }

  private Deed unqueue(Call call) {
    var into =
        call.query()
            .choice("state", State.class)
            .or(() -> call.query().choice("newState", State.class))
            .orElse(State.RUNNING);
    return Deed.when(
        "unqueue", 400, state -> state == State.QUEUED, it -> orchestrator.unqueue(it.id(), into));
  }

  private Deed changeStatus(Call call) {
    var status =
        call.query()
            .choice("newStatus", State.class)
            .or(() -> call.query().choice("status", State.class))
            .filter(State::terminal)
            .orElseThrow(() -> Fault.argument("parameter 'newStatus' must be a final state"));
    return Deed.when(
        "change the status of",
        400,
        State::terminal,
        it -> orchestrator.changeStatus(it.id(), status));
  }

  private Deed labels(Map<String, String> labels) {
    return Deed.when("label", 400, State::terminal, it -> orchestrator.relabel(it.id(), labels));
  }

  private Answer labelsByIds(Call call) throws IOException, InterruptedException {
    var body = call.body().jsonObject();
    if (!(body.get("executionsId") instanceof List<?> list)) {
      throw Fault.invalid("executionsId", "must be a list of execution ids");
    }
    var ids = new LinkedHashSet<ExecutionId>();
    list.forEach(id -> ids.add(new ExecutionId(String.valueOf(id))));
    requireFew(ids.size());
    return apply(labels(Labels.ofJson(body.get("executionLabels"))), ids);
  }

  /// One that stands in the way.
  private record Invalid(String id, String message) {
    Map<String, Object> shape() {
      return new JsonMap()
          .with("message", message)
          .with("path", "execution")
          .with("invalidValue", id)
          .map();
    }
  }

  private Answer apply(Deed deed, Set<ExecutionId> ids) throws InterruptedException {
    var invalids = new ArrayList<Invalid>();
    var found = new ArrayList<Execution>();
    for (var id : ids) {
      var execution = executions.head(id);
      execution.ifPresent(found::add);
      execution
          .map(deed.hindrance())
          .orElseGet(() -> Optional.of("execution not found"))
          .ifPresent(why -> invalids.add(new Invalid(id.value(), why)));
    }
    refuseIfAny(deed, invalids, "nothing was done");
    var stages = new LinkedHashMap<ExecutionId, CompletionStage<?>>();
    found.forEach(execution -> stages.put(execution.id(), deed.act().apply(execution)));
    for (var stage : stages.entrySet()) {
      try {
        Stages.await(stage.getValue());
      } catch (Orchestrator.Refused refused) {
        invalids.add(new Invalid(stage.getKey().value(), String.valueOf(refused.getMessage())));
      }
    }
    refuseIfAny(deed, invalids, "the others were done");
    return Answer.json(new JsonMap().with("count", ids.size()).map());
  }

  private static void refuseIfAny(Deed deed, List<Invalid> invalids, String rest) {
    if (!invalids.isEmpty()) {
      throw Fault.of(deed.refusal(), "Invalid bulk " + deed.verb() + ": " + rest)
          .with("invalids", invalids.stream().map(Invalid::shape).toList());
    }
  }

  /// A pause that asks for something without a default cannot be resumed in bulk.
  private Optional<String> checkResume(
      Execution execution, Map<ExecutionId, Map<String, Object>> resumes) {
    var fixed = execution.fixed();
    var flow = orchestrator.flow(fixed.flow(), fixed.revision()).map(FlowRevision::flow);
    var whole = executions.find(execution.id());
    if (flow.isEmpty() || whole.isEmpty()) {
      return Optional.of("its flow is not readable");
    }
    var asked = PauseInputs.of(whole.get(), flow.get());
    var resolved = inputs.resolve(flow.get(), asked, Map.of());
    if (!resolved.wrong().isEmpty()) {
      return resolved.wrong().getFirst().problem();
    }
    resumes.put(execution.id(), resolved.values());
    return Optional.empty();
  }

  private static Set<ExecutionId> ids(Call call) throws IOException {
    var ids = new LinkedHashSet<ExecutionId>();
    call.body().jsonTexts().forEach(text -> ids.add(new ExecutionId(text)));
    requireFew(ids.size());
    return ids;
  }

  private Set<ExecutionId> matching(Call call) {
    return matching(ExecutionFilters.of(call.query(), clock.instant()));
  }

  private Set<ExecutionId> matching(ExecutionFilter filter) {
    var ids = new LinkedHashSet<ExecutionId>();
    for (int page = 1; ; page++) {
      var found = executions.search(filter, new PageRequest(page, PageRequest.SIZE_MAX, List.of()));
      requireFew(found.total());
      found.results().forEach(execution -> ids.add(execution.id()));
      if (found.results().size() < PageRequest.SIZE_MAX) {
        return ids;
      }
    }
  }

  private static void requireFew(long count) {
    if (count > BULK_MAX) {
      throw Fault.argument("at most " + BULK_MAX + " executions at once, not " + count);
    }
  }
}
