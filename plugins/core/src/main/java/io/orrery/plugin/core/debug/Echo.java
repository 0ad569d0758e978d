package io.orrery.plugin.core.debug;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Level;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.core.debug.Echo",
    aliases = "io.kestra.core.tasks.debugs.Echo",
    light = true,
    title = "Writes one line to the log: the older form of Log.",
    successor = "io.kestra.plugin.core.log.Log",
    examples =
        @Example(
            """
            id: hello
            type: io.kestra.plugin.core.debug.Echo
            format: "Hello, {{ flow.id }}!"
            """))
public record Echo(
    @Doc(value = "The text to log.", required = true) Property<String> format,
    @Doc(value = "The weight of the line.", defaultText = "INFO") Property<Level> level)
    implements RunnableTask<Void> {

  @Override
  public @Nullable Void run(RunContext context) {
    var text = context.render(format).orElse("");
    context.render(level).orElse(Level.INFO).log(context.logger(), text);
    return null;
  }
}
