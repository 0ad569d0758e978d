package io.orrery.testing;

import io.orrery.model.catalog.PluginType;
import io.orrery.plugin.api.PluginProvider;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.Trigger;
import io.orrery.worker.plugin.Outputs;
import io.orrery.worker.plugin.Plugins;
import java.util.List;
import java.util.Map;

/// The plugins of one jar, made from properties as a worker makes them.
public final class TestPlugins {

  private static final int OUTPUT_CHARS_MAX = 10_000_000;

  private final Plugins plugins;

  public TestPlugins(PluginProvider provider) {
    this.plugins = Plugins.of(List.of(provider));
  }

  /// The outputs of a task of this type, as later tasks see them.
  public Map<String, Object> run(String type, Map<String, Object> properties, RunContext context)
      throws Exception {
    RunnableTask<?> task = plugins.task(type, properties);
    return Outputs.of(task.run(context), OUTPUT_CHARS_MAX);
  }

  /// @param as the class of the trigger
  public <T extends Trigger<?>> T trigger(
      String type, Map<String, Object> properties, Class<T> as) {
    return as.cast(plugins.trigger(type, properties));
  }

  /// What an execution sees as `trigger`.
  public static Map<String, Object> seen(Object output) {
    return Outputs.of(output, OUTPUT_CHARS_MAX);
  }

  /// How this type describes itself.
  public PluginType described(String type) {
    return plugins.catalog().find(type).orElseThrow();
  }
}
