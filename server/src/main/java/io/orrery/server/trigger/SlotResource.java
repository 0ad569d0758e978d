package io.orrery.server.trigger;

import io.orrery.controller.ledger.Ledger;
import io.orrery.engine.trigger.Fire.Decision;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Query;
import io.orrery.server.http.Route;
import io.orrery.store.query.LedgerQueries;
import io.orrery.store.query.LedgerQueries.Order;
import io.orrery.store.query.PageRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// What became of the slots of triggers, and why.
public final class SlotResource {

  private static final String URL = "/api/v1/triggers";
  private static final String ONE = URL + "/{namespace}/{flow}/{trigger}";
  private static final int SIZE_DEFAULT = 100;
  private static final Duration MISSED_DEFAULT = Duration.ofHours(24);

  /// Slots that nothing came of although their dates were right.
  private static final Set<Decision> MISSED =
      EnumSet.of(
          Decision.SKIPPED_POLICY,
          Decision.SKIPPED_LATE,
          Decision.SKIPPED_DISABLED,
          Decision.SKIPPED_BACKLOG_CAP,
          Decision.SKIPPED_OVERLAP,
          Decision.EVALUATION_FAILED);

  private final Ledger answers;
  private final LedgerQueries lines;
  private final InstantSource clock;

  public SlotResource(Ledger answers, LedgerQueries lines, InstantSource clock) {
    this.answers = answers;
    this.lines = lines;
    this.clock = clock;
  }

  public List<Route> routes() {
    return List.of(
        Route.get(ONE + "/slots", this::slots),
        Route.get(ONE + "/why", this::why),
        Route.get(URL + "/missed", this::missed));
  }

  /// `from` and `to` (a day around now), `order=asc|desc`, `size`, `cursor`.
  private Answer slots(Call call) {
    var query = call.query();
    var trigger = TriggerName.of(call);
    var order =
        switch (query.text("order").orElse("asc")) {
          case "asc" -> Order.OLDEST_FIRST;
          case "desc" -> Order.NEWEST_FIRST;
          default -> throw Fault.argument("parameter 'order' is neither asc nor desc");
        };
    var span = Ledger.Span.read(query.text("from"), query.text("to"), clock.instant());
    var timeline =
        answers.slots(trigger, span, order, SlotJson.place(query.text("cursor")), size(query));
    return Answer.json(SlotJson.timeline(trigger, timeline));
  }

  private static int size(Query query) {
    int size = query.integer("size").orElse(SIZE_DEFAULT);
    if (size < 1 || size > PageRequest.SIZE_MAX) {
      throw Fault.invalid("size", "must be between 1 and " + PageRequest.SIZE_MAX);
    }
    return size;
  }

  private Answer why(Call call) {
    var trigger = TriggerName.of(call);
    var at = call.query().text("at").orElseThrow(() -> Fault.invalid("at", "must not be blank"));
    return Answer.json(SlotJson.why(trigger, answers.why(trigger, at)));
  }

  /// `namespace` and those below it, `since` as a duration (PT24H), `size`.
  private Answer missed(Call call) {
    var query = call.query();
    var since = clock.instant().minus(query.duration("since").orElse(MISSED_DEFAULT));
    var found = lines.missed(query.text("namespace"), since, MISSED, size(query));
    return Answer.json(SlotJson.missed(found, ZoneOffset.UTC));
  }
}
