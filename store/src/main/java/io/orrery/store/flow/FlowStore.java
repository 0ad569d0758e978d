package io.orrery.store.flow;

import io.orrery.model.id.FlowId;
import io.orrery.store.vnode.SavedFlow;
import java.util.List;
import java.util.Optional;

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
}
