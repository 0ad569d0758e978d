package io.orrery.engine.trigger;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TriggerId;
import java.time.Instant;
import java.util.Optional;

/// What is remembered of one trigger: of a schedule between its slots, of a trigger that runs on a
/// worker between its evaluations.
///
/// @param revision of the flow whose definition the next slot was computed from
/// @param nextSlot the earliest slot that has no decision yet; empty when the schedule has none
///   left
/// @param lastSlot the newest slot that has a decision
/// @param lastFiredAt when an execution was last made
/// @param holder the execution that the trigger waits for: it is held exactly while that one has
///   not ended
/// @param stopReason why it is disabled; empty when it is not, or when its text says so
/// @param backfill past slots that are being made up for, beside the schedule
/// @param tzdata version of the zone rules that `nextSlot` was computed with
/// @param evaluation there exactly for a trigger that runs on a worker ([Evaluating])
public record TriggerState(
    TriggerId id,
    int revision,
    Optional<Instant> nextSlot,
    Optional<Instant> lastSlot,
    Optional<Instant> lastFiredAt,
    Optional<ExecutionId> holder,
    boolean disabled,
    Optional<String> stopReason,
    String tzdata,
    Instant updatedAt,
    Optional<Backfill> backfill,
    Optional<Evaluation> evaluation) {

  /// Of a schedule.
  public TriggerState(
      TriggerId id,
      int revision,
      Optional<Instant> nextSlot,
      Optional<Instant> lastSlot,
      Optional<Instant> lastFiredAt,
      Optional<ExecutionId> holder,
      boolean disabled,
      Optional<String> stopReason,
      String tzdata,
      Instant updatedAt,
      Optional<Backfill> backfill) {
    this(
        id,
        revision,
        nextSlot,
        lastSlot,
        lastFiredAt,
        holder,
        disabled,
        stopReason,
        tzdata,
        updatedAt,
        backfill,
        Optional.empty());
  }

  /// Of a schedule without a backfill.
  public TriggerState(
      TriggerId id,
      int revision,
      Optional<Instant> nextSlot,
      Optional<Instant> lastSlot,
      Optional<Instant> lastFiredAt,
      Optional<ExecutionId> holder,
      boolean disabled,
      Optional<String> stopReason,
      String tzdata,
      Instant updatedAt) {
    this(
        id,
        revision,
        nextSlot,
        lastSlot,
        lastFiredAt,
        holder,
        disabled,
        stopReason,
        tzdata,
        updatedAt,
        Optional.empty(),
        Optional.empty());
  }

  /// Of a trigger that nothing is known of yet: what [TriggerEvent.Defined] is decided upon.
  public static TriggerState unseen(TriggerId id, Instant at) {
    return new TriggerState(
        id,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        "",
        at);
  }

  TriggerState switched(boolean nowDisabled, Optional<String> reason) {
    return new TriggerState(
        id,
        revision,
        nextSlot,
        lastSlot,
        lastFiredAt,
        holder,
        nowDisabled,
        reason,
        tzdata,
        updatedAt,
        backfill,
        evaluation);
  }

  TriggerState released(Instant at) {
    return new TriggerState(
        id,
        revision,
        nextSlot,
        lastSlot,
        lastFiredAt,
        Optional.empty(),
        disabled,
        stopReason,
        tzdata,
        at,
        backfill,
        evaluation);
  }

  TriggerState redefined(int newRevision, Optional<Instant> next, Instant at) {
    return new TriggerState(
        id,
        newRevision,
        next,
        lastSlot,
        lastFiredAt,
        holder,
        disabled,
        stopReason,
        Timetable.tzdata(),
        at,
        backfill,
        evaluation);
  }

  TriggerState realigned(Optional<Instant> next, String rules, Instant at) {
    return new TriggerState(
        id,
        revision,
        next,
        lastSlot,
        lastFiredAt,
        holder,
        disabled,
        stopReason,
        rules,
        at,
        backfill,
        evaluation);
  }

  TriggerState fired(Optional<ExecutionId> newHolder, Instant at) {
    return new TriggerState(
        id,
        revision,
        nextSlot,
        lastSlot,
        Optional.of(at),
        newHolder,
        disabled,
        stopReason,
        tzdata,
        at,
        backfill);
  }

  TriggerState touched(Instant at) {
    return realigned(nextSlot, tzdata, at);
  }

  TriggerState backfilling(Optional<Backfill> now) {
    return new TriggerState(
        id,
        revision,
        nextSlot,
        lastSlot,
        lastFiredAt,
        holder,
        disabled,
        stopReason,
        tzdata,
        updatedAt,
        now,
        evaluation);
  }

  TriggerState evaluating(Evaluation now) {
    return new TriggerState(
        id,
        revision,
        nextSlot,
        lastSlot,
        lastFiredAt,
        holder,
        disabled,
        stopReason,
        tzdata,
        updatedAt,
        backfill,
        Optional.of(now));
  }

  TriggerState next(Optional<Instant> next, Instant at) {
    return realigned(next, tzdata, at);
  }

  TriggerState asked(Optional<Instant> next, Instant at) {
    return new TriggerState(
        id,
        revision,
        next,
        Optional.of(at),
        lastFiredAt,
        holder,
        disabled,
        stopReason,
        tzdata,
        at,
        backfill,
        evaluation);
  }

  TriggerState fired(Instant at) {
    return new TriggerState(
        id,
        revision,
        nextSlot,
        lastSlot,
        Optional.of(at),
        holder,
        disabled,
        stopReason,
        tzdata,
        at,
        backfill,
        evaluation);
  }

  TriggerState holding(Optional<ExecutionId> execution) {
    return new TriggerState(
        id,
        revision,
        nextSlot,
        lastSlot,
        lastFiredAt,
        execution,
        disabled,
        stopReason,
        tzdata,
        updatedAt,
        backfill,
        evaluation);
  }
}
