package io.orrery.plugin.core.trigger;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = "io.kestra.plugin.core.trigger.Toggle",
    aliases = "io.kestra.core.tasks.trigger.Toggle",
    title = "Switches a trigger on or off.")
public record Toggle(
    @Doc(value = "Its id.", required = true) Property<String> trigger,
    @Doc(value = "Where its flow is.", defaultText = "{{ flow.namespace }}")
        Property<String> namespace,
    @Doc(value = "Its flow.", defaultText = "{{ flow.id }}") Property<String> flowId,
    @Doc(value = "Whether it is on from now.", defaultText = "false") Property<Boolean> enabled)
    implements RunnableTask<Void> {

  @Override
  public @Nullable Void run(RunContext context) {
    var place = context.place();
    context
        .housekeeping()
        .setTriggerEnabled(
            context.render(namespace).orElse(place.namespace()),
            context.render(flowId).orElse(place.flowId()),
            context.require(trigger, "trigger"),
            context.render(enabled).orElse(false));
    return null;
  }
}
