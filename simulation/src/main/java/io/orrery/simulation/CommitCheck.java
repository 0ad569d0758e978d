package io.orrery.simulation;

import io.orrery.store.vnode.Changes;

/// Sees each commit just before it is written.
@FunctionalInterface
interface CommitCheck {

  /// @throws Violation when these changes must never be written
  void committing(Changes changes);
}
