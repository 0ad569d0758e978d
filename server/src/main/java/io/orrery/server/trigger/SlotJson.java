package io.orrery.server.trigger;

import io.orrery.controller.ledger.Ledger;
import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.LedgerLine;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.engine.trigger.Upcoming;
import io.orrery.model.id.TriggerId;
import io.orrery.server.http.Fault;
import io.orrery.server.json.JsonMap;
import io.orrery.store.query.LedgerQueries.Place;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Slots and what became of them, as JSON. Dates have the offset of the schedule's zone.
public final class SlotJson {
  private SlotJson() {}

  public static Map<String, Object> timeline(TriggerId trigger, Ledger.Timeline timeline) {
    var results = new ArrayList<Map<String, Object>>();
    timeline.decided().forEach(line -> results.add(line(line, timeline.zone())));
    timeline.upcoming().forEach(slot -> results.add(upcoming(slot, timeline.zone())));
    return name(trigger)
        .with("zone", timeline.zone().toString())
        .with("results", results)
        .with("next", timeline.next().map(SlotJson::text))
        .map();
  }

  private static JsonMap name(TriggerId trigger) {
    return new JsonMap()
        .with("namespace", trigger.flow().namespace())
        .with("flowId", trigger.flow().id())
        .with("triggerId", trigger.id());
  }

  /// Of any trigger.
  static Map<String, Object> missed(List<LedgerLine> lines, ZoneId zone) {
    var results = new ArrayList<Map<String, Object>>();
    for (var line : lines) {
      results.add(name(line.trigger()).withAll(line(line, zone)).map());
    }
    return new JsonMap().with("results", results).with("total", results.size()).map();
  }

  private static Map<String, Object> line(LedgerLine line, ZoneId zone) {
    var json =
        new JsonMap().with("date", date(line.first(), zone)).with("status", line.decision().name());
    switch (line) {
      case SkipRange range ->
          json.with("lastDate", date(range.to(), zone)).with("count", range.count());
      case Fire fire ->
          json.with("executionId", fire.execution().map(Object::toString))
              .with("lateness", Duration.ofMillis(fire.lateBy()).toString())
              .with("coalesced", fire.coalesced());
    }
    return json.with("cause", line.cause().name())
        .with("policy", line.policy())
        .with("lane", line.lane())
        .with("decidedAt", date(line.decidedAt(), zone))
        .map();
  }

  private static Map<String, Object> upcoming(Upcoming slot, ZoneId zone) {
    return new JsonMap()
        .with("date", date(slot.slot(), zone))
        .with("status", slot.standing().name())
        .with("dueDate", date(slot.due(), zone))
        .with("conditional", slot.conditional())
        .with("lane", Fire.SCHEDULE_LANE)
        .map();
  }

  public static Map<String, Object> why(TriggerId trigger, Ledger.Answer answer) {
    var why = answer.why();
    var zone = answer.zone();
    return name(trigger)
        .with("kind", why.kind().name())
        .with("why", why.line())
        .with("date", why.slot().map(it -> date(it, zone)))
        .with("executionId", why.execution().map(Object::toString))
        .with("previousDate", why.previous().map(it -> date(it, zone)))
        .with("nextDate", why.next().map(it -> date(it, zone)))
        .with("zone", zone.toString())
        .map();
  }

  private static String date(Instant instant, ZoneId zone) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(instant.atZone(zone));
  }

  private static String text(Place place) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, place.slot()) + ":" + place.lane();
  }

  /// Reads a `next` again.
  static Optional<Place> place(Optional<String> cursor) {
    return cursor.map(
        text -> {
          int colon = text.indexOf(':');
          try {
            long micros = Long.parseLong(text.substring(0, Math.max(colon, 0)));
            return new Place(
                Instant.EPOCH.plus(micros, ChronoUnit.MICROS), text.substring(colon + 1));
          } catch (NumberFormatException _) {
            throw Fault.argument("parameter 'cursor' is not the 'next' of an earlier answer");
          }
        });
  }
}
