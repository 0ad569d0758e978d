package io.orrery.plugin.core.state;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;

@Plugin(
    type = "io.kestra.plugin.core.state.Delete",
    aliases = "io.kestra.core.tasks.states.Delete",
    light = true,
    title = "Deletes a state.",
    examples =
        @Example(
            """
            id: forget
            type: io.kestra.plugin.core.state.Delete
            name: progress
            """))
public record Delete(
    @Inline StateProperties state,
    @Doc(value = "Whether a missing state is a failure.", defaultText = "false")
        Property<Boolean> errorOnMissing)
    implements RunnableTask<Delete.Output> {

  public record Output(@Doc("Whether it was there.") boolean deleted) {}

  @Override
  public Output run(RunContext context) {
    boolean deleted = context.keyValues().delete(context.place().namespace(), state.key(context));
    if (!deleted && context.render(errorOnMissing).orElse(false)) {
      throw new TaskFailure("there is no state '" + state.nameText(context) + "'");
    }
    return new Output(deleted);
  }
}
