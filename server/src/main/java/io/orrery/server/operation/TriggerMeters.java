package io.orrery.server.operation;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.orrery.engine.trigger.Fire;
import io.orrery.engine.trigger.LedgerLine;
import io.orrery.engine.trigger.SkipRange;
import io.orrery.store.query.LedgerQueries;
import io.orrery.store.query.LedgerQueries.Due;
import io.orrery.store.query.LedgerQueries.Lane;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is counted about triggers: decisions as they are committed, and what is due when somebody
/// looks. Safe for many threads.
public final class TriggerMeters {

  private static final Logger log = LoggerFactory.getLogger(TriggerMeters.class);

  /// What is due is read at most once in this time, however often somebody looks.
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final MeterRegistry registry;
  private final LedgerQueries ledger;
  private final InstantSource clock;
  private final Timer lateness;
  private final Counter conflicts;
  private final Counter stale;
  private final Counter released;
  private final AtomicInteger orphans = new AtomicInteger();

  private Map<Lane, Due> backlog = Due.none();
  private Duration skew = Duration.ZERO;
  private Instant readAt = Instant.EPOCH;

  public TriggerMeters(MeterRegistry registry, LedgerQueries ledger, InstantSource clock) {
    this.registry = registry;
    this.ledger = ledger;
    this.clock = clock;
    lateness =
        Timer.builder("trigger.lateness")
            .description("From a slot's instant to the decision that it fires")
            .serviceLevelObjectives(
                Duration.ofMillis(10),
                Duration.ofMillis(50),
                Duration.ofMillis(200),
                Duration.ofSeconds(1),
                Duration.ofSeconds(5),
                Duration.ofMinutes(1),
                Duration.ofMinutes(10),
                Duration.ofHours(1),
                Duration.ofDays(1))
            .register(registry);
    conflicts = counter("trigger.unique.conflicts", "Decisions on slots that had one (must be 0)");
    stale =
        counter("trigger.stale.writes.refused", "Commits of an owner whose time was over, refused");
    released =
        counter("trigger.holder.released", "Triggers that waited for what was not live, released");
    Gauge.builder("trigger.holder.orphans", orphans, AtomicInteger::get)
        .description("Triggers that waited for what was not live, at the last look (must be 0)")
        .register(registry);
    for (var lane : Lane.values()) {
      var name = lane.name().toLowerCase(Locale.ROOT);
      Gauge.builder("trigger.due.backlog", this, it -> it.due(lane).triggers())
          .description("Triggers with something due and undecided")
          .tag("lane", name)
          .register(registry);
      Gauge.builder("trigger.oldest.due.age", this, it -> it.age(lane))
          .description("How long the oldest of it is due")
          .baseUnit("seconds")
          .tag("lane", name)
          .register(registry);
    }
    Gauge.builder("scheduler.clock.skew", this, TriggerMeters::skewSeconds)
        .description("Database clock less this node's")
        .baseUnit("seconds")
        .register(registry);
  }

  private Counter counter(String name, String description) {
    return Counter.builder(name).description(description).register(registry);
  }

  /// Decisions were committed.
  public void decided(Iterable<Fire> fires, Iterable<SkipRange> skips) {
    for (var fire : fires) {
      count(fire);
      if (fire.ofSchedule() && fire.execution().isPresent()) {
        lateness.record(Duration.ofMillis(Math.max(0, fire.lateBy())));
      }
    }
    for (var skip : skips) {
      count(skip);
    }
  }

  private void count(LedgerLine line) {
    registry
        .counter("trigger.fire", "decision", line.decision().name(), "cause", line.cause().name())
        .increment((double) line.slots());
    if (line.decision().name().startsWith("SKIPPED")) {
      registry
          .counter("trigger.skipped", "reason", line.decision().name())
          .increment((double) line.slots());
    }
  }

  /// A commit was refused, since a slot had been decided before.
  public void conflict() {
    conflicts.increment();
  }

  /// A commit was refused, since another owner is there.
  public void staleWrite() {
    stale.increment();
  }

  /// The holders of all triggers were looked at.
  ///
  /// @param count how many were released
  public void healed(int count) {
    orphans.set(count);
    released.increment(count);
  }

  private Due due(Lane lane) {
    return fresh().getOrDefault(lane, Due.NONE);
  }

  private double age(Lane lane) {
    var oldest = due(lane).oldest();
    return oldest.map(at -> Duration.between(at, clock.instant()).toMillis() / 1000.0).orElse(0.0);
  }

  private double skewSeconds() {
    var _ = fresh();
    synchronized (this) {
      return skew.toNanos() / 1e9;
    }
  }

  private synchronized Map<Lane, Due> fresh() {
    var now = clock.instant();
    if (now.isBefore(readAt.plus(FRESH)) && !now.isBefore(readAt)) {
      return backlog;
    }
    readAt = now;
    try {
      backlog = ledger.backlog(now);
      var before = clock.instant();
      var there = ledger.databaseTime();
      var middle = before.plus(Duration.between(before, clock.instant()).dividedBy(2));
      skew = Duration.between(middle, there);
    } catch (RuntimeException e) {
      log.warn("what is due cannot be read for the metrics; the last figures stay", e);
    }
    return backlog;
  }
}
