package io.orrery.store.lease;

import java.time.Duration;
import java.util.Optional;

/// Claims vnodes for a node.
public interface LeaseStore {

  /// How many vnodes this database has; fixed when it was made.
  int vnodes();

  /// Claims every vnode that is free: never owned, its lease over by the database's clock, or owned
  /// by this same node (a restart). One epoch for all, later than any before.
  ///
  /// @return empty when nothing was free
  Optional<Lease> claim(String node, Duration ttl);

  /// Makes the lease last `ttl` from now.
  ///
  /// @return whether all of it is still held
  boolean renew(Lease lease, Duration ttl);

  /// Gives the vnodes back at once.
  void release(Lease lease);
}
