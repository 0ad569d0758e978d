package io.orrery.engine.trigger;

import io.orrery.model.flow.TriggerDef.Order;
import io.orrery.model.id.ExecutionId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Past slots of a schedule that somebody asked to have made up for, in a lane of the ledger and
/// with a cursor of its own: the live schedule goes on meanwhile.
///
/// @param id the lane: two backfills over one slot make two executions
/// @param start inclusive
/// @param end inclusive
/// @param cursor no slot before it is left to decide; newest first: no slot after it
/// @param inputs templates, laid over those of the schedule
/// @param labels laid over the flow's
/// @param running executions of it that have not ended, as far as anything depends on them
public record Backfill(
    String id,
    Instant start,
    Instant end,
    Instant cursor,
    boolean paused,
    Map<String, Object> inputs,
    Map<String, String> labels,
    Options options,
    List<ExecutionId> running) {

  /// How a backfill goes about it.
  ///
  /// @param maxConcurrent executions that live at once; absent: as the schedule allows
  /// @param maxPerMinute executions made within any minute; absent: as many as can be
  public record Options(
      Mode mode,
      Order order,
      Optional<Integer> maxConcurrent,
      Optional<Integer> maxPerMinute,
      OnFailure onFailure) {

    public static final Options DEFAULT =
        new Options(Mode.ALL, Order.ASC, Optional.empty(), Optional.empty(), OnFailure.CONTINUE);
  }

  public enum Mode {
    /// Each slot of the range.
    ALL,
    /// Those that never fired, by the schedule or by a backfill.
    MISSING_ONLY
  }

  /// What follows when an execution of it is FAILED.
  public enum OnFailure {
    CONTINUE,
    PAUSE,
    STOP
  }

  public Backfill {
    inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    running = List.copyOf(running);
  }

  /// A plain one.
  public Backfill(
      String id,
      Instant start,
      Instant end,
      Instant cursor,
      boolean paused,
      Map<String, Object> inputs,
      Map<String, String> labels,
      Optional<ExecutionId> holder) {
    this(
        id,
        start,
        end,
        cursor,
        paused,
        inputs,
        labels,
        Options.DEFAULT,
        holder.map(List::of).orElse(List.of()));
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
      Options options,
      Instant now) {
    // As fine as they are remembered.
    var first = start.truncatedTo(ChronoUnit.MICROS);
    var last = (end.isAfter(now) ? now : end).truncatedTo(ChronoUnit.MICROS);
    var cursor =
        switch (options.order()) {
          case ASC -> first;
          case DESC -> last;
        };
    return new Backfill(id, first, last, cursor, paused, inputs, labels, options, List.of());
  }

  /// A plain one.
  public static Backfill asked(
      String id,
      Instant start,
      Instant end,
      boolean paused,
      Map<String, Object> inputs,
      Map<String, String> labels,
      Instant now) {
    return asked(id, start, end, paused, inputs, labels, Options.DEFAULT, now);
  }

  /// One of those that it waits for.
  public Optional<ExecutionId> holder() {
    return running.stream().findFirst();
  }

  /// The first instant of what is left.
  Instant leftFrom() {
    return options.order() == Order.ASC ? cursor : start;
  }

  /// The last instant of what is left, inclusive.
  Instant leftTo() {
    return options.order() == Order.ASC ? end : cursor;
  }

  Backfill pausing(boolean now) {
    return new Backfill(id, start, end, cursor, now, inputs, labels, options, running);
  }

  Backfill at(Instant newCursor, List<ExecutionId> newRunning) {
    return new Backfill(id, start, end, newCursor, paused, inputs, labels, options, newRunning);
  }
}
