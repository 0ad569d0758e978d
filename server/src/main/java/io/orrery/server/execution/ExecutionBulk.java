package io.orrery.server.execution;

import io.orrery.controller.Orchestrator;
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
import io.orrery.store.query.ExecutionFilter;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.query.PageRequest;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/// Acts upon many executions: all of them, or none when one of them cannot be acted upon.
public final class ExecutionBulk {
  private static final int BULK_MAX = 10_000;
  private static final String BASE = "/api/v1/executions/";

  private final Orchestrator orchestrator;
  private final ExecutionQueries executions;
  private final InputResolving inputs;
  private final InstantSource clock;

  public ExecutionBulk(
      Orchestrator orchestrator,
      ExecutionQueries executions,
      InputResolving inputs,
      InstantSource clock) {
    this.orchestrator = orchestrator;
    this.executions = executions;
    this.inputs = inputs;
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.delete(BASE + "by-ids", call -> apply(Bulk.DELETE, ids(call), call)),
        Route.delete(BASE + "by-query", call -> apply(Bulk.DELETE, matching(call), call)),
        Route.delete(BASE + "kill/by-ids", call -> apply(Bulk.KILL, ids(call), call)),
        Route.delete(BASE + "kill/by-query", call -> apply(Bulk.KILL, matching(call), call)),
        Route.post(BASE + "restart/by-ids", call -> apply(Bulk.RESTART, ids(call), call)),
        Route.post(BASE + "restart/by-query", call -> apply(Bulk.RESTART, matching(call), call)),
        Route.post(BASE + "resume/by-ids", call -> apply(Bulk.RESUME, ids(call), call)),
        Route.post(BASE + "resume/by-query", call -> apply(Bulk.RESUME, matching(call), call)));
  }

  /// What is done to each, and what Kestra answers when it cannot be done to one.
  private enum Bulk {
    DELETE("delete", 422),
    KILL("kill", 400),
    RESTART("restart", 400),
    RESUME("resume", 400);

    private final String verb;
    private final int refusal;

    Bulk(String verb, int refusal) {
      this.verb = verb;
      this.refusal = refusal;
    }
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

  private Answer apply(Bulk bulk, Set<ExecutionId> ids, Call call) throws InterruptedException {
    var invalids = new ArrayList<Invalid>();
    var resumes = new LinkedHashMap<ExecutionId, Map<String, Object>>();
    for (var id : ids) {
      check(bulk, id, call, resumes).ifPresent(why -> invalids.add(new Invalid(id.value(), why)));
    }
    if (!invalids.isEmpty()) {
      throw Fault.of(bulk.refusal, "Invalid bulk " + bulk.verb + ": nothing was done")
          .with("invalids", invalids.stream().map(Invalid::shape).toList());
    }
    var stages = new ArrayList<CompletionStage<?>>();
    for (var id : ids) {
      stages.add(begin(bulk, id, call, resumes.getOrDefault(id, Map.of())));
    }
    for (var stage : stages) {
      Stages.await(stage);
    }
    return Answer.json(new JsonMap().with("count", ids.size()).map());
  }

  private CompletionStage<?> begin(
      Bulk bulk, ExecutionId id, Call call, Map<String, Object> resumeInputs) {
    return switch (bulk) {
      case DELETE -> orchestrator.delete(id);
      case KILL -> orchestrator.kill(id, ExecutionActions.cascade(call));
      case RESTART -> orchestrator.restart(id);
      case RESUME -> orchestrator.resume(id, resumeInputs);
    };
  }

  /// Why `bulk` cannot be done to an execution; empty when it can.
  private Optional<String> check(
      Bulk bulk, ExecutionId id, Call call, Map<ExecutionId, Map<String, Object>> resumes) {
    var found = executions.head(id);
    if (found.isEmpty()) {
      return Optional.of("execution not found");
    }
    var state = found.get().state();
    boolean fits =
        switch (bulk) {
          case DELETE -> state.terminal() || call.query().flag("includeNonTerminated", false);
          case KILL -> !state.terminal();
          case RESTART -> state.terminal() && state != State.SUCCESS && state != State.SKIPPED;
          case RESUME -> state == State.PAUSED;
        };
    if (!fits) {
      return Optional.of("cannot " + bulk.verb + " an execution that is " + state);
    }
    return bulk == Bulk.RESUME ? checkResume(found.get(), resumes) : Optional.empty();
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
