package io.orrery.engine.trigger;

import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.TriggerId;
import java.time.Instant;
import java.util.Optional;

/// What is remembered of one trigger: of a schedule between its slots, of a trigger that runs on a
/// worker between its evaluations.
///
/// @param revision of the flow whose definition the next slot was computed from
/// @param nextSlot the earliest slot that has no decision yet and is not among `owed`; empty when
///   the schedule has none left
/// @param lastSlot the newest slot that has a decision
/// @param lastFiredAt when an execution was last made
/// @param holder the execution that the trigger waits for: it is held exactly while that one has
///   not ended
/// @param stopReason why it is disabled; empty when it is not, or when its text says so
/// @param backfill past slots that are being made up for, beside the schedule
/// @param dueAt when a [TriggerEvent.Due] is wanted next, in the past when more is due than one
///   event decides; empty while only another event can move the trigger
/// @param owed slots before the next one that are owed as well, and why slots are late
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
    Optional<Instant> dueAt,
    Owed owed,
    Optional<Evaluation> evaluation) {

  /// One that owes nothing before its next slot, which is due at its date.
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
      Optional<Backfill> backfill,
      Optional<Evaluation> evaluation) {
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
        disabled || holder.isPresent() ? Optional.empty() : nextSlot,
        Owed.NOTHING,
        evaluation);
  }

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
        Optional.empty());
  }

  /// Of a trigger that nothing is known of yet: what [TriggerEvent.Defined] is decided upon.
  public static TriggerState unseen(TriggerId id, Instant at) {
    return unseen(id, Optional.empty(), at);
  }

  /// @param lastSlot the newest slot that the ledger knows of a trigger of this name
  public static TriggerState unseen(TriggerId id, Optional<Instant> lastSlot, Instant at) {
    return new TriggerState(
        id,
        0,
        Optional.empty(),
        lastSlot,
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
        dueAt,
        owed,
        evaluation);
  }

  TriggerState released(Instant at) {
    return holding(Optional.empty()).touched(at);
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
        dueAt,
        owed,
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
        dueAt,
        owed,
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
        backfill,
        dueAt,
        owed,
        evaluation);
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
        dueAt,
        owed,
        evaluation);
  }

  TriggerState due(Optional<Instant> when) {
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
        when,
        owed,
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
        dueAt,
        owed,
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
        dueAt,
        owed,
        evaluation);
  }

  TriggerState fired(Instant at) {
    return fired(holder, at);
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
        dueAt,
        owed,
        evaluation);
  }
}
