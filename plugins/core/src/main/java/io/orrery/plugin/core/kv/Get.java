package io.orrery.plugin.core.kv;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.core.kv.Get",
    aliases = "io.kestra.core.tasks.kv.Get",
    light = true,
    title = "Reads a value of the key-value store.",
    examples =
        @Example(
            """
            id: recall
            type: io.kestra.plugin.core.kv.Get
            key: last_run
            """))
public record Get(
    @Doc(value = "Its name.", required = true) Property<String> key,
    @Doc(value = "Whose store.", defaultText = "{{ flow.namespace }}") Property<String> namespace,
    @Doc(value = "Whether a missing key is a failure.", defaultText = "false")
        Property<Boolean> errorOnMissing)
    implements RunnableTask<Get.Output> {

  @Override
  public Output run(RunContext context) {
    var name = Keys.key(key, context);
    var store = Keys.namespace(namespace, context);
    var value = context.keyValues().get(store, name);
    if (value.isEmpty() && context.render(errorOnMissing).orElse(false)) {
      throw Keys.missing(name, store);
    }
    return new Output(value.orElse(null));
  }

  public record Output(@Doc("The value; null when there is none.") @Nullable Object value) {}
}
