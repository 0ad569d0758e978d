package io.orrery.plugin.core.execution;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import io.orrery.plugin.api.Truth;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.core.execution.Fail",
    aliases = "io.kestra.core.tasks.executions.Fail",
    light = true,
    title = "Fails, always or when a condition holds.",
    examples =
        @Example(
            """
            id: stop
            type: io.kestra.plugin.core.execution.Fail
            condition: "{{ labels.team is not defined }}"
            errorMessage: The label team is missing.
            """))
public record Fail(
    @Doc("Fails only when this is true; without it always.") Property<String> condition,
    @Doc(value = "What the log says.", defaultText = "Task failure") Property<String> errorMessage)
    implements RunnableTask<Void> {

  @Override
  public @Nullable Void run(RunContext context) {
    if (!condition.isAbsent() && !Truth.of(context.render(condition).orElse(""))) {
      return null;
    }
    throw new TaskFailure(context.render(errorMessage).orElse("Task failure"));
  }
}
