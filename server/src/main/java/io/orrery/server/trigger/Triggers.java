package io.orrery.server.trigger;

import io.orrery.controller.Orchestrator;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.flow.TriggerDef.Recover;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TriggerId;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Query;
import io.orrery.server.http.Route;
import io.orrery.server.http.Stages;
import io.orrery.server.json.JsonMap;
import io.orrery.server.list.Csv;
import io.orrery.server.list.FlowFilters;
import io.orrery.server.list.Paging;
import io.orrery.store.flow.FlowStore;
import io.orrery.store.query.PageRequest;
import io.orrery.store.query.TriggerQueries;
import io.orrery.store.vnode.SavedFlow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/// Reads triggers and switches them on and off.
public final class Triggers {
  /// What Kestra's pages sort by.
  private static final Set<String> SORTABLE =
      Set.of(
          "triggerId",
          "namespace",
          "flowId",
          "nextExecutionDate",
          "nextEvaluationDate",
          "lastTriggeredDate",
          "updatedDate",
          "date");

  private final Orchestrator orchestrator;
  private final TriggerQueries triggers;
  private final TriggerList list;
  private final FlowStore flows;
  private final BackfillResource backfills;

  public Triggers(
      Orchestrator orchestrator,
      TriggerQueries triggers,
      FlowStore flows,
      BackfillResource backfills) {
    this.list = new TriggerList(triggers);
    this.backfills = backfills;
    this.orchestrator = orchestrator;
    this.triggers = triggers;
    this.flows = flows;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/triggers/search", this::search),
        Route.get("/api/v1/triggers/{namespace}/{flow}", this::ofFlow),
        Route.put("/api/v1/triggers", this::updateWhole),
        Route.put("/api/v1/triggers/set-disabled", this::setDisabled),
        Route.post("/api/v1/triggers/set-disabled/by-triggers", this::updateMany),
        Route.post("/api/v1/triggers/set-disabled/by-query", this::updateMatching),
        Route.get("/api/v1/triggers/export/by-query/csv", this::csv));
  }

  private Answer search(Call call) {
    var filter = FlowFilters.of(call.query());
    var page =
        filter.plain()
            ? triggers.search(filter.text(), filter.namespace(), filter.flowId(), page(call))
            : Paging.cut(matching(call), page(call));
    var sources = new HashMap<FlowId, Optional<String>>();
    return Answer.json(
        Paging.json(
            page,
            state ->
                TriggerJson.withDefinition(
                    state, sources.computeIfAbsent(state.id().flow(), this::source))));
  }

  private Optional<String> source(FlowId flow) {
    return flows.latest(flow).map(SavedFlow::source);
  }

  private Answer ofFlow(Call call) {
    var flow = new FlowId(call.param("namespace"), call.param("flow"));
    var page = triggers.ofFlow(flow, call.query().text("q"), page(call));
    return Answer.json(Paging.json(page, TriggerJson::state));
  }

  private static PageRequest page(Call call) {
    return Paging.of(call.query(), SORTABLE);
  }

  /// Kestra 1's update of a whole trigger: a backfill that it has not yet is begun, else the switch
  /// is what may change.
  private Answer updateWhole(Call call) throws IOException, InterruptedException {
    var body = call.body().jsonObject();
    if (!(body.get("backfill") instanceof Map<?, ?> backfill)) {
      return update(body);
    }
    var known = find(TriggerName.of(body));
    return known.flatMap(TriggerState::backfill).isPresent()
        ? update(body)
        : Answer.json(TriggerJson.state(backfills.create(body, backfill)));
  }

  /// Kestra 2's.
  private Answer setDisabled(Call call) throws IOException, InterruptedException {
    return update(call.body().jsonObject());
  }

  private Answer update(Map<?, ?> body) throws InterruptedException {
    var id = TriggerName.of(body);
    if (!(body.get("disabled") instanceof Boolean disabled)) {
      throw Fault.invalid("disabled", "must be true or false");
    }
    if (!Stages.await(orchestrator.setTriggerDisabled(id, disabled, recover(body)))) {
      throw notFound(id);
    }
    return Answer.json(find(id).map(TriggerJson::state).orElseGet(() -> shape(id, disabled)));
  }

  private Answer updateMany(Call call) throws IOException, InterruptedException {
    var body = call.body().jsonObject();
    boolean disabled =
        body.get("disabled") instanceof Boolean given ? given : call.query().flag("disabled", true);
    var ids = TriggerName.all(body);
    for (var id : ids) {
      if (find(id).isEmpty()) {
        throw notFound(id);
      }
    }
    var stages = new ArrayList<CompletionStage<Boolean>>();
    var recover = body.containsKey("recover") ? recover(body) : recover(call);
    ids.forEach(id -> stages.add(orchestrator.setTriggerDisabled(id, disabled, recover)));
    for (var stage : stages) {
      Stages.await(stage);
    }
    return Answer.json(new JsonMap().with("count", ids.size()).map());
  }

  private Answer updateMatching(Call call) throws InterruptedException {
    boolean disabled = call.query().flag("disabled", true);
    var stages = new ArrayList<CompletionStage<Boolean>>();
    for (var state : matching(call)) {
      stages.add(orchestrator.setTriggerDisabled(state.id(), disabled, recover(call)));
    }
    for (var stage : stages) {
      Stages.await(stage);
    }
    return Answer.json(new JsonMap().with("count", stages.size()).map());
  }

  /// What is made up for of the time while a trigger was disabled: by default nothing, as in
  /// Kestra.
  private static Recover recover(Map<?, ?> body) {
    return switch (body.get("recover")) {
      case null -> Recover.NONE;
      case String text -> Query.choice("recover", text, Recover.class);
      default -> throw Fault.invalid("recover", "must be ALL, LAST or NONE");
    };
  }

  private static Recover recover(Call call) {
    return call.query()
        .text("recover")
        .map(text -> Query.choice("recover", text, Recover.class))
        .orElse(Recover.NONE);
  }

  private List<TriggerState> matching(Call call) {
    return list.matching(call.query());
  }

  private Answer csv(Call call) {
    var table =
        new Csv(
            List.of(
                "namespace",
                "flowId",
                "triggerId",
                "disabled",
                "nextEvaluationDate",
                "lastTriggeredDate"));
    for (var state : matching(call)) {
      table.row(
          List.of(
              state.id().flow().namespace(),
              state.id().flow().id(),
              state.id().id(),
              String.valueOf(state.disabled()),
              state.nextSlot().map(Object::toString).orElse(""),
              state.lastFiredAt().map(Object::toString).orElse("")));
    }
    return new Answer.Text(200, Csv.TYPE, table.text());
  }

  private Optional<TriggerState> find(TriggerId id) {
    return triggers.find(id);
  }

  private static Map<String, Object> shape(TriggerId id, boolean disabled) {
    var shape = new LinkedHashMap<String, Object>();
    shape.put("namespace", id.flow().namespace());
    shape.put("flowId", id.flow().id());
    shape.put("triggerId", id.id());
    shape.put("disabled", disabled);
    return shape;
  }

  private static Fault notFound(TriggerId id) {
    return Fault.notFound("Trigger not found: '" + id + "'");
  }
}
