package io.orrery.simulation;

import io.orrery.store.lease.Lease;
import io.orrery.store.lease.LeaseStore;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;

/// Leases over [Tables]. They end only when another node takes them: [#steal].
final class MemoryLeases implements LeaseStore {

  private static final String THIEF = "another node";

  private final Tables tables;
  private final Faults faults;

  MemoryLeases(Tables tables, Faults faults) {
    this.tables = tables;
    this.faults = faults;
  }

  @Override
  public int vnodes() {
    return tables.vnodes.size();
  }

  @Override
  public Optional<Lease> claim(String node, Duration ttl) {
    faults.touch();
    long epoch = ++tables.epoch;
    var claimed = new LinkedHashSet<Integer>();
    for (int i = 0; i < tables.vnodes.size(); i++) {
      var row = tables.vnodes.get(i);
      if (row.owner.isEmpty() || row.owner.equals(node)) {
        row.owner = node;
        row.epoch = epoch;
        row.ticket = 0;
        claimed.add(i);
      }
    }
    return claimed.isEmpty() ? Optional.empty() : Optional.of(new Lease(node, epoch, claimed));
  }

  @Override
  public boolean renew(Lease lease, Duration ttl) {
    faults.touch();
    return lease.vnodes().stream().allMatch(it -> tables.vnodes.get(it).epoch == lease.epoch());
  }

  @Override
  public void release(Lease lease) {
    for (int vnode : lease.vnodes()) {
      var row = tables.vnodes.get(vnode);
      if (row.owner.equals(lease.node()) && row.epoch == lease.epoch()) {
        row.owner = "";
      }
    }
  }

  /// Another node claims everything, as if our lease had run out.
  void steal() {
    long epoch = ++tables.epoch;
    for (var row : tables.vnodes) {
      row.owner = THIEF;
      row.epoch = epoch;
      row.ticket = 0;
    }
  }

  /// The other node is gone.
  void giveBack() {
    for (var row : tables.vnodes) {
      if (row.owner.equals(THIEF)) {
        row.owner = "";
      }
    }
  }
}
