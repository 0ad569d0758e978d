package io.orrery.plugin.core.state;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import java.util.Map;

@Plugin(
    type = "io.kestra.plugin.core.state.Get",
    aliases = "io.kestra.core.tasks.states.Get",
    light = true,
    title = "Reads a state.",
    examples =
        @Example(
            """
            id: recall
            type: io.kestra.plugin.core.state.Get
            name: progress
            """))
public record Get(
    @Inline StateProperties state,
    @Doc(value = "Whether a missing state is a failure.", defaultText = "false")
        Property<Boolean> errorOnMissing)
    implements RunnableTask<Get.Output> {

  public record Output(
      @Doc("How many values there are.") int count,
      @Doc("The values by name.") Map<String, Object> data) {}

  @Override
  public Output run(RunContext context) {
    var data = state.read(context);
    if (data.isEmpty() && context.render(errorOnMissing).orElse(false)) {
      throw new TaskFailure("there is no state '" + state.nameText(context) + "'");
    }
    var there = data.orElse(Map.of());
    return new Output(there.size(), there);
  }
}
