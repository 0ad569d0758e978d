package io.orrery.engine.trigger;

import io.orrery.model.id.ExecutionId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is remembered of a trigger that runs on a worker, besides what its [TriggerState] says:
/// there `nextSlot` is when it is asked next, and `lastSlot` when it was asked last.
///
/// @param epoch number of the newest dispatch; 0 before the first. It is raised, and kept, before a
///   worker can see the job that carries it
/// @param dispatched where and since when that dispatch is under way; empty when none is
/// @param settled epoch of the newest dispatch that was answered to its end
/// @param failures how many dispatches failed in a row
/// @param lastError why the newest of them did
/// @param disconnectedSince of a listener: since when it hears nothing; empty while it is connected
/// @param refused how many results came too late to be believed
/// @param waitsFor executions that it started and that have not ended; it is not asked until they
///   have. Always empty when the definition allows several at once
/// @param memory what the plugin keeps, sealed
public record Evaluation(
    Kind kind,
    long epoch,
    Optional<Dispatched> dispatched,
    long settled,
    int failures,
    Optional<String> lastError,
    Optional<Instant> disconnectedSince,
    long refused,
    List<ExecutionId> waitsFor,
    Map<String, Object> memory) {

  public enum Kind {
    POLLING,
    REALTIME
  }

  /// @param worker name of who works at it
  public record Dispatched(String worker, Instant at) {}

  public Evaluation {
    waitsFor = List.copyOf(waitsFor);
    memory = Collections.unmodifiableMap(new LinkedHashMap<>(memory));
  }

  /// Of a trigger that was never asked.
  static Evaluation fresh(Kind kind, Instant at) {
    return new Evaluation(
        kind,
        0,
        Optional.empty(),
        0,
        0,
        Optional.empty(),
        kind == Kind.REALTIME ? Optional.of(at) : Optional.empty(),
        0,
        List.of(),
        Map.of());
  }

  public boolean underWay() {
    return dispatched.isPresent();
  }

  public Optional<Instant> dispatchedAt() {
    return dispatched.map(Dispatched::at);
  }

  Evaluation sentTo(String worker, Instant at) {
    return new Evaluation(
        kind,
        epoch + 1,
        Optional.of(new Dispatched(worker, at)),
        settled,
        failures,
        lastError,
        disconnectedSince,
        refused,
        waitsFor,
        memory);
  }

  /// Nothing is under way any more, and whatever still comes of it is too late.
  Evaluation abandoned(Instant at) {
    return new Evaluation(
        kind,
        epoch,
        Optional.empty(),
        settled,
        failures,
        lastError,
        disconnected(at),
        refused,
        waitsFor,
        memory);
  }

  /// Without what went wrong under an older definition.
  Evaluation forgiven() {
    return new Evaluation(
        kind,
        epoch,
        dispatched,
        settled,
        0,
        Optional.empty(),
        disconnectedSince,
        refused,
        waitsFor,
        memory);
  }

  /// An evaluation is over.
  Evaluation answered(List<ExecutionId> started, Map<String, Object> kept) {
    return new Evaluation(
        kind,
        epoch,
        Optional.empty(),
        epoch,
        0,
        Optional.empty(),
        disconnectedSince,
        refused,
        started,
        kept);
  }

  /// A listener told of messages, and goes on.
  Evaluation heard(Map<String, Object> kept) {
    return connected().keeping(kept);
  }

  private Evaluation keeping(Map<String, Object> kept) {
    return new Evaluation(
        kind,
        epoch,
        dispatched,
        settled,
        failures,
        lastError,
        disconnectedSince,
        refused,
        waitsFor,
        kept);
  }

  Evaluation connected() {
    return new Evaluation(
        kind,
        epoch,
        dispatched,
        settled,
        0,
        Optional.empty(),
        Optional.empty(),
        refused,
        waitsFor,
        memory);
  }

  /// The listener goes on, and hears nothing for now.
  Evaluation lost(String why, Instant at) {
    return new Evaluation(
        kind,
        epoch,
        dispatched,
        settled,
        failures,
        Optional.of(why),
        disconnected(at),
        refused,
        waitsFor,
        memory);
  }

  Evaluation failed(String why, Instant at) {
    return new Evaluation(
        kind,
        epoch,
        Optional.empty(),
        epoch,
        failures + 1,
        Optional.of(why),
        disconnected(at),
        refused,
        waitsFor,
        memory);
  }

  Evaluation refusing() {
    return new Evaluation(
        kind,
        epoch,
        dispatched,
        settled,
        failures,
        lastError,
        disconnectedSince,
        refused + 1,
        waitsFor,
        memory);
  }

  Evaluation waitingFor(List<ExecutionId> executions) {
    return new Evaluation(
        kind,
        epoch,
        dispatched,
        settled,
        failures,
        lastError,
        disconnectedSince,
        refused,
        executions,
        memory);
  }

  private Optional<Instant> disconnected(Instant at) {
    return switch (kind) {
      case POLLING -> Optional.empty();
      case REALTIME -> disconnectedSince.or(() -> Optional.of(at));
    };
  }
}
