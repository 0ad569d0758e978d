package io.orrery.simulation;

import io.orrery.rpc.Job;

/// Sees each job as a worker takes it.
@FunctionalInterface
interface JobCheck {

  /// @throws Violation when this job must not be sent now
  void sent(Job job);
}
