package io.orrery.server.execution;

import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.server.list.ExecutionFilters;
import io.orrery.store.query.ExecutionQueries;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How many executions began when, in which state they are: the bars above a list. Takes the
/// filters of the list.
public final class ExecutionHistogram {
  private static final int PIECES_DEFAULT = 48;
  private static final int PIECES_MAX = 500;
  private static final Duration RANGE_DEFAULT = Duration.ofHours(24);

  private final ExecutionQueries executions;
  private final InstantSource clock;

  public ExecutionHistogram(ExecutionQueries executions, InstantSource clock) {
    this.executions = executions;
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(Route.get("/api/v1/executions/histogram", this::histogram));
  }

  private Answer histogram(Call call) {
    int pieces = call.query().integer("pieces").orElse(PIECES_DEFAULT);
    if (pieces < 1 || pieces > PIECES_MAX) {
      throw Fault.invalid("pieces", "must be between 1 and " + PIECES_MAX);
    }
    var now = clock.instant();
    var filter = ExecutionFilters.of(call.query(), now);
    var to = filter.to().orElse(now);
    var from = filter.from().orElse(to.minus(RANGE_DEFAULT));
    if (!from.isBefore(to)) {
      throw Fault.argument("Start date must be before End Date");
    }
    // Rounded up to whole milliseconds, so that the last piece reaches `to`.
    var piece = Duration.ofMillis(Duration.between(from, to).toMillis() / pieces + 1);
    var counts = new LinkedHashMap<Long, Map<String, Long>>();
    for (var counted : executions.count(filter, from, piece)) {
      if (counted.piece() < pieces) { // Without an end, some may have begun since `now`.
        counts
            .computeIfAbsent(counted.piece(), _ -> new LinkedHashMap<>())
            .put(counted.state().name(), counted.count());
      }
    }
    return Answer.json(
        new JsonMap()
            .with("from", from)
            .with("to", to)
            .with("pieceMillis", piece.toMillis())
            .with(
                "pieces",
                counts.entrySet().stream()
                    .map(
                        entry ->
                            Map.of(
                                "start",
                                from.plus(piece.multipliedBy(entry.getKey())),
                                "counts",
                                entry.getValue()))
                    .toList())
            .map());
  }
}
