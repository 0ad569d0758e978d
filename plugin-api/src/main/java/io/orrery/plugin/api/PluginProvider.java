package io.orrery.plugin.api;

import java.util.List;

/// Names the plugins of one jar. Found by `META-INF/services`, so that no class path is ever
/// scanned.
public interface PluginProvider {

  /// Classes annotated with [Plugin].
  List<Class<?>> plugins();
}
