package io.orrery.store.flow;

import io.orrery.model.id.FlowId;
import io.orrery.store.vnode.SavedFlow;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads of saved flows. They are written by a turn of their vnode, with what a save changes of
/// their triggers.
public interface FlowStore {

  /// The newest revision of each flow that is not deleted, ordered by namespace and id.
  List<SavedFlow> allLatest();

  /// The newest revision, a deletion included.
  Optional<SavedFlow> latest(FlowId id);

  Optional<SavedFlow> revision(FlowId id, int revision);

  /// Oldest first.
  List<SavedFlow> revisions(FlowId id);

  /// Removes revisions for good. The newest stays, and so do those that an execution which has not
  /// ended runs. No turn of a vnode is needed: an older revision is never written again.
  ///
  /// @return those of `revisions` that are still there, in order
  List<Integer> forget(FlowId id, Set<Integer> revisions);
}
