package io.orrery.store.lease;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/// The right to write to some vnodes.
///
/// @param node who holds it
/// @param epoch grows with every claim; a commit at an older one writes nothing
public record Lease(String node, long epoch, Set<Integer> vnodes) {
  public Lease {
    vnodes = Collections.unmodifiableSet(new TreeSet<>(vnodes));
  }
}
