package io.orrery.controller.turn;

import io.orrery.model.flow.TriggerDef.CatchUp;
import io.orrery.model.flow.TriggerDef.Order;
import io.orrery.model.id.TriggerId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The recovery lane: triggers that are late, each taken in its turn, as fast as the rates of the
/// trigger, of its namespace and of the node allow. What is on time never comes by here.
///
/// A trigger that fires in the order of dates makes the new ones wait behind the late ones; so each
/// slot that falls due while it waits gives it one fire more, which no rate counts: else a frequent
/// schedule would never catch up. Used by the loop's thread alone.
final class Recovery {

  /// So many executions in one turn: a tenth of what a turn takes.
  static final int TURN_MAX = VnodeLoop.BATCH_MAX / 10;

  private static final int SCANNED_MAX = 1000;
  private static final int BUCKETS_MAX = 10_000;
  private static final int AT_ONCE_MAX = 10;
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration SECOND = Duration.ofSeconds(1);

  /// Between two looks at a queue that is longer than one look.
  private static final Duration BREATH = Duration.ofMillis(10);

  /// A trigger whose turn it is.
  ///
  /// @param late how many late slots it may fire
  record Share(TriggerId trigger, int late, int free) {}

  private static final class Waiting {
    /// The next slot that falls due while it waits; empty when there is none.
    Optional<Instant> own;

    int free;

    Waiting(Optional<Instant> own) {
      this.own = own;
    }
  }

  /// The first slot of a trigger after an instant.
  interface OwnSlots {
    Optional<Instant> next(TriggerId trigger, Instant after);
  }

  private final Pacing pacing;
  private final Bucket node;
  private final Map<String, Bucket> namespaces = new HashMap<>();
  private final Map<TriggerId, Bucket> triggers = new HashMap<>();
  private final LinkedHashMap<TriggerId, Waiting> waiting = new LinkedHashMap<>();
  private final OwnSlots own;
  private Duration readyAt = Duration.ZERO;

  Recovery(Pacing pacing, OwnSlots own) {
    this.pacing = pacing;
    this.own = own;
    node = new Bucket(pacing.recoveriesPerSecond(), SECOND);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  int size() {
    return waiting.size();
  }

  /// Whether somebody may be served.
  boolean isReady(Duration elapsed) {
    return !waiting.isEmpty() && elapsed.compareTo(readyAt) >= 0;
  }

  /// When somebody may be served next.
  Optional<Duration> readyAt() {
    return waiting.isEmpty() ? Optional.empty() : Optional.of(readyAt);
  }

  void add(TriggerId trigger, CatchUp terms, Instant now) {
    if (waiting.containsKey(trigger)) return;
    // Newest first, what falls due does not come by here.
    var first = terms.order() == Order.ASC ? own.next(trigger, now) : Optional.<Instant>empty();
    waiting.put(trigger, new Waiting(first));
    readyAt = Duration.ZERO;
    var elapsed = pacing.elapsed().get();
    if (triggers.size() > BUCKETS_MAX) triggers.values().removeIf(it -> it.isFull(elapsed));
    if (namespaces.size() > BUCKETS_MAX) namespaces.values().removeIf(it -> it.isFull(elapsed));
    triggers.computeIfAbsent(trigger, _ -> new Bucket(terms.maxPerMinute(), MINUTE));
  }

  /// It is late no more, waits for something else, or is gone.
  ///
  /// @return whether it waited here
  boolean remove(TriggerId trigger) {
    return waiting.remove(trigger) != null;
  }

  /// Its terms may have changed.
  void forget(TriggerId trigger) {
    waiting.remove(trigger);
    triggers.remove(trigger);
  }

  /// The next trigger that may fire; it goes to the end of the queue. Empty when nobody may now.
  Optional<Share> next(Instant now) {
    var elapsed = pacing.elapsed().get();
    Optional<Duration> ready = Optional.empty();
    int scan = Math.min(SCANNED_MAX, waiting.size());
    for (int i = 0; i < scan; i++) {
      var id = waiting.firstEntry().getKey();
      var entry = waiting.pollFirstEntry().getValue();
      waiting.put(id, entry);
      while (entry.own.filter(slot -> !slot.isAfter(now)).isPresent()) {
        entry.free = Math.min(AT_ONCE_MAX, entry.free + 1);
        var from = entry.free < AT_ONCE_MAX ? entry.own.get() : now;
        entry.own = own.next(id, from);
      }
      var namespace = ofNamespace(id);
      var trigger = ofTrigger(id);
      int paid =
          Math.min(
              Math.min(node.available(elapsed), namespace.available(elapsed)),
              trigger.available(elapsed));
      int late = Math.min(AT_ONCE_MAX, paid + entry.free);
      if (late > 0) {
        readyAt = Duration.ZERO;
        return Optional.of(new Share(id, late, entry.free));
      }
      var at = max(node.readyAt(), max(namespace.readyAt(), trigger.readyAt()));
      ready = Optional.of(ready.filter(it -> it.compareTo(at) <= 0).orElse(at));
    }
    // Own slots come by themselves: they are looked for once a second.
    var soon = elapsed.plus(waiting.size() > scan ? BREATH : SECOND);
    readyAt = ready.filter(it -> it.compareTo(soon) < 0).orElse(soon);
    return Optional.empty();
  }

  /// So many late slots were fired of a share.
  void took(Share share, int late) {
    int free = Math.min(share.free(), late);
    var entry = waiting.get(share.trigger());
    if (entry != null) entry.free -= free;
    int paid = late - free;
    if (paid <= 0) return;
    var elapsed = pacing.elapsed().get();
    node.take(paid, elapsed);
    ofNamespace(share.trigger()).take(paid, elapsed);
    ofTrigger(share.trigger()).take(paid, elapsed);
  }

  private Bucket ofNamespace(TriggerId id) {
    return namespaces.computeIfAbsent(
        id.flow().namespace(), _ -> new Bucket(pacing.recoveriesPerSecondOfNamespace(), SECOND));
  }

  private Bucket ofTrigger(TriggerId id) {
    return triggers.computeIfAbsent(id, _ -> new Bucket(CatchUp.DEFAULT.maxPerMinute(), MINUTE));
  }

  private static Duration max(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }
}
