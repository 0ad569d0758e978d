package io.orrery.store.query;

import io.orrery.store.vnode.SavedFlow;
import java.util.List;
import java.util.Optional;

/// Reads of flows for the API; deleted ones are never in a list.
public interface FlowQueries {

  /// Sort fields: `id`, `namespace`; by both when none is given.
  ///
  /// @param text part of the namespace or id
  /// @param namespace this one and those below it
  Page<SavedFlow> search(Optional<String> text, Optional<String> namespace, PageRequest page);

  /// Namespaces that have a flow, ordered.
  List<String> namespaces();
}
