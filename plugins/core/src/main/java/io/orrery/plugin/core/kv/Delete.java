package io.orrery.plugin.core.kv;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;

@Plugin(
    type = "io.kestra.plugin.core.kv.Delete",
    aliases = "io.kestra.core.tasks.kv.Delete",
    light = true,
    title = "Deletes a value of the key-value store.",
    examples =
        @Example(
            """
            id: forget
            type: io.kestra.plugin.core.kv.Delete
            key: last_run
            errorOnMissing: true
            """))
public record Delete(
    @Doc(value = "Its name.", required = true) Property<String> key,
    @Doc(value = "Whose store.", defaultText = "{{ flow.namespace }}") Property<String> namespace,
    @Doc(value = "Whether a missing key is a failure.", defaultText = "false")
        Property<Boolean> errorOnMissing)
    implements RunnableTask<Delete.Output> {

  @Override
  public Output run(RunContext context) {
    var name = Keys.key(key, context);
    var store = Keys.namespace(namespace, context);
    boolean deleted = context.keyValues().delete(store, name);
    if (!deleted && context.render(errorOnMissing).orElse(false)) {
      throw Keys.missing(name, store);
    }
    return new Output(deleted);
  }

  public record Output(@Doc("Whether it was there.") boolean deleted) {}
}
