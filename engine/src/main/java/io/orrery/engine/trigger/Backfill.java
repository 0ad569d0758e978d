package io.orrery.engine.trigger;

import io.orrery.model.id.ExecutionId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Past slots of a schedule that somebody asked to have made up for, in a lane of the ledger and
/// with a cursor of its own: the live schedule goes on meanwhile.
///
/// @param id the lane: two backfills over one slot make two executions
/// @param start inclusive
/// @param end inclusive
/// @param cursor no slot before it is left to decide
/// @param inputs templates, laid over those of the schedule
/// @param labels laid over the flow's
/// @param holder the execution that it waits for
public record Backfill(
    String id,
    Instant start,
    Instant end,
    Instant cursor,
    boolean paused,
    Map<String, Object> inputs,
    Map<String, String> labels,
    Optional<ExecutionId> holder) {

  public Backfill {
    inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }

  /// One that nothing was made of yet. What is still to come is the schedule's own, so that it ends
  /// at `now` at the latest.
  public static Backfill asked(
      String id,
      Instant start,
      Instant end,
      boolean paused,
      Map<String, Object> inputs,
      Map<String, String> labels,
      Instant now) {
    // As fine as they are remembered.
    var first = start.truncatedTo(ChronoUnit.MICROS);
    var last = (end.isAfter(now) ? now : end).truncatedTo(ChronoUnit.MICROS);
    return new Backfill(id, first, last, first, paused, inputs, labels, Optional.empty());
  }

  Backfill pausing(boolean now) {
    return new Backfill(id, start, end, cursor, now, inputs, labels, holder);
  }

  Backfill at(Instant newCursor, Optional<ExecutionId> newHolder) {
    return new Backfill(id, start, end, newCursor, paused, inputs, labels, newHolder);
  }
}
