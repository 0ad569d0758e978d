package io.orrery.imports;

import java.util.List;

/// What became of an import.
public sealed interface Import {

  /// @param flows in the order of the source
  /// @param items what the source holds, one by one, in its order
  record Done(List<FlowFile> flows, List<Item> items) implements Import {
    public Done {
      flows = List.copyOf(flows);
      items = List.copyOf(items);
    }

    /// Whether each item has its counterpart, with a remark or without.
    public boolean complete() {
      return items.stream().noneMatch(item -> item.outcome() == Item.Outcome.NOT_MAPPED);
    }
  }

  /// A source that is no export of this kind; nothing was imported.
  ///
  /// @param place in the source
  /// @param mend what to do about it
  record Unreadable(String place, String what, String mend) implements Import {}
}
