package io.orrery.model.catalog;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The types that a flow may name besides flow control: what the loaded plugins offer.
public interface TypeCatalog {

  /// The type of this name: its own, an alias, or a short name.
  Optional<PluginType> find(String name);

  /// Every name besides its own that [#find] finds `type` by.
  default List<String> otherNames(PluginType type) {
    return type.aliases();
  }

  /// All types, ordered by name.
  Collection<PluginType> all();
}
