package io.orrery.plugin.core.log;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Level;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.core.log.Log",
    aliases = "io.kestra.core.tasks.log.Log",
    light = true,
    title = "Writes lines to the log of the execution.",
    examples =
        @Example(
            """
            id: hello
            type: io.kestra.plugin.core.log.Log
            message:
              - "Hello, {{ flow.id }}!"
              - It is me.
            level: WARN
            """))
public record Log(
    @Doc(value = "One text, or a list of texts that become a line each.", required = true)
        Property<Object> message,
    @Doc(value = "The weight of the lines.", defaultText = "INFO") Property<Level> level)
    implements RunnableTask<Void> {

  @Override
  public @Nullable Void run(RunContext context) {
    var weight = context.render(level).orElse(Level.INFO);
    var written = message.raw().orElse("");
    if (written instanceof List<?> texts) {
      texts.forEach(text -> weight.log(context.logger(), context.render(String.valueOf(text))));
    } else {
      weight.log(context.logger(), context.render(written.toString()));
    }
    return null;
  }
}
