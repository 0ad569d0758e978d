package io.orrery.worker.plugin;

import io.orrery.model.catalog.PluginType;
import io.orrery.plugin.api.Plugin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A class that a provider offers as a plugin. Its description is made when it is first asked for:
/// a start would otherwise load the properties and outputs of all types, though few are used. Safe
/// for many threads.
final class Offer {

  private final Class<?> type;
  private final Plugin plugin;

  /// Made again by whoever meets null: descriptions of one class are equal.
  private volatile @Nullable PluginType description;

  /// @throws IllegalStateException when the class is no plugin
  Offer(Class<?> type) {
    this.type = type;
    plugin = Descriptions.plugin(type);
    Descriptions.kind(type);
  }

  String name() {
    return plugin.type();
  }

  List<String> aliases() {
    return List.of(plugin.aliases());
  }

  PluginType description() {
    var known = description;
    if (known == null) {
      known = Descriptions.of(type);
      description = known;
    }
    return known;
  }
}
