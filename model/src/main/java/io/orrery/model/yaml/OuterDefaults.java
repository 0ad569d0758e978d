package io.orrery.model.yaml;

import io.orrery.model.flow.PluginDefault;
import java.util.List;

/// The plugin defaults that a flow has from outside: those of its namespace, of the namespaces
/// above, of the installation.
@FunctionalInterface
public interface OuterDefaults {

  OuterDefaults NONE = _ -> List.of();

  /// @param namespace of the flow; empty for a task or trigger that stands alone
  /// @return a list a scope, the nearest scope first
  List<List<PluginDefault>> of(String namespace);
}
