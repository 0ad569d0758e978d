package io.orrery.plugin.script;

import io.orrery.plugin.api.PluginProvider;
import java.util.List;

/// What this jar offers.
public final class ScriptPlugins implements PluginProvider {

  @Override
  public List<Class<?>> plugins() {
    return List.of(
        io.orrery.plugin.script.shell.Commands.class,
        io.orrery.plugin.script.shell.Script.class,
        io.orrery.plugin.script.shell.CommandsTrigger.class,
        io.orrery.plugin.script.shell.ScriptTrigger.class,
        io.orrery.plugin.script.python.Commands.class,
        io.orrery.plugin.script.python.Script.class,
        io.orrery.plugin.script.python.CommandsTrigger.class,
        io.orrery.plugin.script.python.ScriptTrigger.class,
        io.orrery.plugin.script.node.Commands.class,
        io.orrery.plugin.script.node.Script.class,
        io.orrery.plugin.script.node.CommandsTrigger.class,
        io.orrery.plugin.script.node.ScriptTrigger.class);
  }
}
