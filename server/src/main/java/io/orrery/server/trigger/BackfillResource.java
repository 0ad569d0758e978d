package io.orrery.server.trigger;

import io.orrery.controller.Orchestrator;
import io.orrery.controller.Orchestrator.BackfillChange;
import io.orrery.engine.trigger.Backfill.Mode;
import io.orrery.engine.trigger.Backfill.OnFailure;
import io.orrery.engine.trigger.Backfill.Options;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.model.flow.TriggerDef.Order;
import io.orrery.model.id.ExecutionIds;
import io.orrery.server.execution.Labels;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Query;
import io.orrery.server.http.Route;
import io.orrery.server.http.Stages;
import io.orrery.server.json.JsonMap;
import io.orrery.store.query.TriggerQueries;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Starts, pauses and ends the backfills of schedules.
public final class BackfillResource {

  private static final String URL = "/api/v1/triggers/backfill";

  private final Orchestrator orchestrator;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final TriggerList list;

  /// @param random for the names of backfills
  public BackfillResource(
      Orchestrator orchestrator,
      TriggerQueries triggers,
      InstantSource clock,
      RandomGenerator random) {
    this.list = new TriggerList(triggers);
    this.orchestrator = orchestrator;
    this.clock = clock;
    this.random = random;
  }

  public List<Route> routes() {
    var pause = new BackfillChange.Pause();
    var unpause = new BackfillChange.Unpause();
    var remove = new BackfillChange.Remove();
    return List.of(
        Route.put(URL + "/create", this::create),
        Route.put(URL + "/pause", call -> change(call, pause)),
        Route.put(URL + "/unpause", call -> change(call, unpause)),
        Route.post(URL + "/delete", call -> change(call, remove)),
        Route.post(URL + "/pause/by-triggers", call -> changeMany(call, pause)),
        Route.post(URL + "/unpause/by-triggers", call -> changeMany(call, unpause)),
        Route.post(URL + "/delete/by-triggers", call -> changeMany(call, remove)),
        Route.post(URL + "/pause/by-query", call -> changeMatching(call, pause)),
        Route.post(URL + "/unpause/by-query", call -> changeMatching(call, unpause)),
        Route.post(URL + "/delete/by-query", call -> changeMatching(call, remove)));
  }

  /// Those of the triggers that have a backfill.
  private Answer changeMatching(Call call, BackfillChange change) throws InterruptedException {
    int count = 0;
    for (var state : list.matching(call.query())) {
      if (state.backfill().isPresent()) {
        count += Stages.done(orchestrator.backfill(state.id(), change)) ? 1 : 0;
      }
    }
    return Answer.json(new JsonMap().with("count", count).map());
  }

  private Answer create(Call call) throws IOException, InterruptedException {
    var body = call.body().jsonObject();
    var given = body.get("backfill") instanceof Map<?, ?> inner ? inner : body;
    if (!Boolean.TRUE.equals(given.get("dryRun"))) {
      return Answer.json(TriggerJson.state(create(body, given)));
    }
    var preview = Stages.await(orchestrator.preview(TriggerName.of(body), begin(given)));
    return Answer.json(
        new JsonMap()
            .with("dryRun", true)
            .with("count", preview.count())
            .with("first", preview.first())
            .with("last", preview.last())
            .map());
  }

  /// @param body names the trigger
  TriggerState create(Map<?, ?> body, Map<?, ?> backfill) throws InterruptedException {
    return Stages.await(orchestrator.backfill(TriggerName.of(body), begin(backfill)));
  }

  private Answer change(Call call, BackfillChange change) throws IOException, InterruptedException {
    var id = TriggerName.of(call.body().jsonObject());
    return Answer.json(TriggerJson.state(Stages.await(orchestrator.backfill(id, change))));
  }

  private Answer changeMany(Call call, BackfillChange change)
      throws IOException, InterruptedException {
    var stages = new ArrayList<CompletionStage<TriggerState>>();
    for (var id : TriggerName.all(call.body().json())) {
      stages.add(orchestrator.backfill(id, change));
    }
    for (var stage : stages) {
      Stages.await(stage);
    }
    return Answer.json(new JsonMap().with("count", stages.size()).map());
  }

  private BackfillChange.Begin begin(Map<?, ?> given) {
    var start = date(given, "start").orElseThrow(() -> Fault.invalid("start", "must not be blank"));
    return new BackfillChange.Begin(
        ExecutionIds.next(clock.instant(), random).value(),
        start,
        date(given, "end"),
        Boolean.TRUE.equals(given.get("paused")),
        inputs(given.get("inputs")),
        labels(given.get("labels")),
        options(given));
  }

  /// What Kestra's backfill does not have; each may be left out.
  private static Options options(Map<?, ?> given) {
    var plain = Options.DEFAULT;
    return new Options(
        choice(given, "mode", Mode.class).orElse(plain.mode()),
        choice(given, "order", Order.class).orElse(plain.order()),
        number(given, "maxConcurrent"),
        number(given, "maxPerMinute"),
        choice(given, "onFailure", OnFailure.class).orElse(plain.onFailure()));
  }

  private static <E extends Enum<E>> Optional<E> choice(
      Map<?, ?> given, String member, Class<E> type) {
    return switch (given.get(member)) {
      case null -> Optional.empty();
      case String text -> Optional.of(Query.choice(member, text, type));
      default -> throw Fault.invalid(member, "must be a text");
    };
  }

  private static Optional<Integer> number(Map<?, ?> given, String member) {
    return switch (given.get(member)) {
      case null -> Optional.empty();
      case Integer number when number > 0 -> Optional.of(number);
      default -> throw Fault.invalid(member, "must be a whole number, at least 1");
    };
  }

  private static Optional<Instant> date(Map<?, ?> given, String member) {
    return switch (given.get(member)) {
      case null -> Optional.empty();
      case String text when !text.isBlank() -> Optional.of(Query.instant(member, text));
      default -> throw Fault.invalid(member, "must be a date");
    };
  }

  private static Map<String, Object> inputs(@Nullable Object given) {
    var inputs = new LinkedHashMap<String, Object>();
    if (given instanceof Map<?, ?> map) {
      map.forEach(
          (name, value) -> {
            if (value != null) inputs.put(String.valueOf(name), value);
          });
    } else if (given != null) {
      throw Fault.invalid("inputs", "must be an object");
    }
    return inputs;
  }

  /// A list of `{key, value}`, or an object.
  private static Map<String, String> labels(@Nullable Object given) {
    if (!(given instanceof Map<?, ?> map)) {
      return given == null ? Map.of() : Labels.ofJson(given);
    }
    var list = new ArrayList<Object>();
    map.forEach((key, value) -> list.add(Map.of("key", key, "value", String.valueOf(value))));
    return Labels.ofJson(list);
  }
}
