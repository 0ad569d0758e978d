package io.orrery.server.trigger;

import io.orrery.controller.ledger.Ledger;
import io.orrery.engine.trigger.TriggerState;
import io.orrery.engine.trigger.Upcoming.Standing;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.store.query.LedgerQueries.Order;
import io.orrery.store.query.TriggerQueries;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// How many slots of which schedules fall into which piece of the time to come: what a calendar
/// shows. Takes the filters of the list of triggers.
public final class ForecastResource {
  private static final Duration PIECE_DEFAULT = Duration.ofHours(1);
  private static final Duration RANGE_DEFAULT = Duration.ofDays(7);
  private static final Duration RANGE_MAX = Duration.ofDays(62);

  /// A schedule of every minute has ten thousand in a week: so many of those, and a few seconds.
  private static final int SLOTS_MAX = 500_000;

  private final Ledger ledger;
  private final TriggerList triggers;
  private final InstantSource clock;

  public ForecastResource(Ledger ledger, TriggerQueries triggers, InstantSource clock) {
    this.ledger = ledger;
    this.triggers = new TriggerList(triggers);
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(Route.get("/api/v1/triggers/forecast", this::forecast));
  }

  private Answer forecast(Call call) {
    var query = call.query();
    var from = query.instant("from").orElse(clock.instant());
    var to = query.instant("to").orElse(from.plus(RANGE_DEFAULT));
    if (!from.isBefore(to) || Duration.between(from, to).compareTo(RANGE_MAX) > 0) {
      throw Fault.argument("'to' must be after 'from', by " + RANGE_MAX.toDays() + " days at most");
    }
    var piece = query.duration("piece").orElse(PIECE_DEFAULT);
    if (piece.compareTo(Duration.ofMinutes(1)) < 0) {
      throw Fault.invalid("piece", "must be PT1M or longer");
    }
    int left = SLOTS_MAX;
    var results = new ArrayList<Map<String, Object>>();
    for (var state : triggers.matching(query)) {
      if (state.disabled()) {
        continue;
      }
      var counts = counts(state, from, to, piece, left);
      left -= counts.values().stream().mapToInt(Integer::intValue).sum();
      if (!counts.isEmpty()) {
        results.add(shape(state, counts));
      }
    }
    return Answer.json(
        new JsonMap()
            .with("from", from)
            .with("to", to)
            .with("pieceMillis", piece.toMillis())
            .with("truncated", left <= 0)
            .with("triggers", results)
            .map());
  }

  private Map<Long, Integer> counts(
      TriggerState state, Instant from, Instant to, Duration piece, int limit) {
    var counts = new TreeMap<Long, Integer>();
    if (limit <= 0) {
      return counts;
    }
    var span = Ledger.Span.of(from, to.minusNanos(1));
    var timeline = ledger.slots(state.id(), span, Order.OLDEST_FIRST, Optional.empty(), limit);
    for (var slot : timeline.upcoming()) {
      if (slot.standing() == Standing.PREDICTED) {
        counts.merge(Duration.between(from, slot.slot()).dividedBy(piece), 1, Integer::sum);
      }
    }
    return counts;
  }

  private static Map<String, Object> shape(TriggerState state, Map<Long, Integer> counts) {
    return new JsonMap()
        .with("namespace", state.id().flow().namespace())
        .with("flowId", state.id().flow().id())
        .with("triggerId", state.id().id())
        .with("counts", counts)
        .map();
  }
}
