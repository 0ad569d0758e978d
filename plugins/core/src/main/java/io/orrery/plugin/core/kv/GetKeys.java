package io.orrery.plugin.core.kv;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.util.List;

@Plugin(
    type = "io.kestra.plugin.core.kv.GetKeys",
    aliases = "io.kestra.core.tasks.kv.GetKeys",
    light = true,
    title = "Lists the keys of the key-value store.",
    examples =
        @Example(
            """
            id: list
            type: io.kestra.plugin.core.kv.GetKeys
            prefix: last_
            """))
public record GetKeys(
    @Doc("Only keys that begin with this.") Property<String> prefix,
    @Doc(value = "Whose store.", defaultText = "{{ flow.namespace }}") Property<String> namespace)
    implements RunnableTask<GetKeys.Output> {

  @Override
  public Output run(RunContext context) {
    var store = Keys.namespace(namespace, context);
    return new Output(context.keyValues().keys(store, context.render(prefix).orElse("")));
  }

  public record Output(@Doc("The keys.") List<String> keys) {}
}
