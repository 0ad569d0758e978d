package io.orrery.app.wiring;

import io.orrery.controller.flow.Flows;
import io.orrery.controller.ledger.LedgerUpkeep;
import io.orrery.controller.space.Spaces;
import io.orrery.store.query.KeyValues;
import io.orrery.store.sql.DatabaseConfig;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is done now and then: keys that expired and old lines of the ledger are deleted, a few at a
/// time; triggers that wait for what is not live are released; and definitions of namespaces are
/// read again where another server may have changed them.
final class Upkeep implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Upkeep.class);
  private static final int KEYS_A_BATCH_MAX = 500;
  private static final int BATCHES_MAX = 20;
  private static final long PURGE_SECONDS = 60;

  /// So long the API says of a key that it expired, rather than that there is none.
  private static final Duration EXPIRED_KEPT = Duration.ofDays(1);

  private static final long REFRESH_SECONDS = 5;
  private static final long HEAL_SECONDS = 60;
  private static final long LEDGER_PURGE_SECONDS = 300;

  private final Spaces spaces;
  private final KeyValues keyValues;
  private final Flows flows;
  private final InstantSource clock;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("upkeep").factory());

  private Upkeep(Spaces spaces, KeyValues keyValues, Flows flows, InstantSource clock) {
    this.spaces = spaces;
    this.keyValues = keyValues;
    this.flows = flows;
    this.clock = clock;
  }

  /// Looks after the ledger, too.
  ///
  /// @param healed told how many triggers were released
  void ledger(LedgerUpkeep ledger, IntConsumer healed) {
    every(HEAL_SECONDS, () -> healed.accept(ledger.heal().released()));
    every(
        LEDGER_PURGE_SECONDS,
        () -> {
          long lines = ledger.purge();
          if (lines > 0) {
            log.info("{} old lines of the ledger were deleted", lines);
          }
        });
  }

  static Upkeep start(
      Spaces spaces,
      KeyValues keyValues,
      Flows flows,
      DatabaseConfig database,
      InstantSource clock) {
    var upkeep = new Upkeep(spaces, keyValues, flows, clock);
    upkeep.every(PURGE_SECONDS, upkeep::purge);
    if (database instanceof DatabaseConfig.Postgresql) {
      upkeep.every(REFRESH_SECONDS, upkeep::changed);
    }
    return upkeep;
  }

  private void every(long seconds, Runnable work) {
    var _ =
        timer.scheduleWithFixedDelay(
            () -> {
              try {
                work.run();
              } catch (RuntimeException e) {
                log.warn("upkeep failed; it is tried again in {} s", seconds, e);
              }
            },
            seconds,
            seconds,
            TimeUnit.SECONDS);
  }

  /// Definitions may have changed. When plugin defaults did, flows mean something else now.
  void changed() {
    if (spaces.refresh()) {
      flows.readAnew();
    }
  }

  private void purge() {
    for (int batch = 0; batch < BATCHES_MAX; batch++) {
      var before = clock.instant().minus(EXPIRED_KEPT);
      if (keyValues.deleteExpired(before, KEYS_A_BATCH_MAX) < KEYS_A_BATCH_MAX) {
        return;
      }
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
