package io.orrery.plugin.core.debug;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Metric;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.core.debug.Return",
    aliases = "io.kestra.core.tasks.debugs.Return",
    light = true,
    title = "Hands a rendered text on as its output.",
    examples =
        @Example(
            """
            id: greeting
            type: io.kestra.plugin.core.debug.Return
            format: "Hello, {{ flow.id }}!"
            """))
public record Return(
    @Doc("The template whose text becomes the output `value`.") Property<String> format)
    implements RunnableTask<Return.Output> {

  @Override
  public Output run(RunContext context) {
    var start = context.clock().instant();
    var value = context.render(format).orElse(null);
    context.metric(Metric.counter("length", value == null ? 0 : value.length()));
    context.metric(Metric.timer("duration", Duration.between(start, context.clock().instant())));
    return new Output(value);
  }

  public record Output(@Doc("The rendered text.") @Nullable String value) {}
}
