package io.orrery.controller;

import io.orrery.store.lease.Lease;
import io.orrery.store.lease.LeaseStore;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Renews the lease a few times within its length. The only thing an idle controller asks of a
/// shared database.
///
/// That a renewal fails ends nothing here: the fence in each commit is the judge.
final class LeaseKeeper implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LeaseKeeper.class);
  private static final int RENEWALS_PER_TTL = 3;

  private final LeaseStore leases;
  private final Supplier<Optional<Lease>> lease;
  private final Duration ttl;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("lease").factory());

  LeaseKeeper(LeaseStore leases, Supplier<Optional<Lease>> lease, Duration ttl) {
    this.leases = leases;
    this.lease = lease;
    this.ttl = ttl;
    long every = ttl.toMillis() / RENEWALS_PER_TTL;
    var _ = timer.scheduleAtFixedRate(this::renew, every, every, TimeUnit.MILLISECONDS);
  }

  private void renew() {
    try {
      lease
          .get()
          .filter(held -> !leases.renew(held, ttl))
          .ifPresent(held -> log.warn("the lease of epoch {} is not ours any more", held.epoch()));
    } catch (StoreUnavailable e) {
      log.warn("the lease could not be renewed; trying again soon", e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
