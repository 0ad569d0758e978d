package io.orrery.plugin.core.execution;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.core.execution.Resume",
    aliases = "io.kestra.core.tasks.executions.Resume",
    title = "Lets a paused execution go on.")
public record Resume(
    @Doc("Where its flow is; the execution's id says enough.") Property<String> namespace,
    @Doc("Its flow; the execution's id says enough.") Property<String> flowId,
    @Doc(value = "Which execution; without it this one.", defaultText = "{{ execution.id }}")
        Property<String> executionId,
    @Doc("What the pause is given.") Property<Map<String, Object>> inputs)
    implements RunnableTask<Void> {

  @Override
  public @Nullable Void run(RunContext context) {
    var id = context.render(executionId).orElse(context.place().executionId());
    context.housekeeping().resume(id, context.render(inputs).orElse(Map.of()));
    return null;
  }
}
