package io.orrery.plugin.core.templating;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import io.orrery.plugin.api.TaskFailure;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@Plugin(
    type = TemplatedTask.TYPE,
    aliases = "io.kestra.core.tasks.templating.TemplatedTask",
    title = "Renders the YAML of a task, and runs that task.",
    examples =
        @Example(
            """
            id: templated
            type: io.kestra.plugin.core.templating.TemplatedTask
            spec: |
              type: io.kestra.plugin.core.debug.Return
              format: "{{ flow.id }}"
            """))
public record TemplatedTask(
    @Doc(value = "The YAML of one task that a worker runs, with templates.", required = true)
        Property<String> spec)
    implements RunnableTask<Object> {

  static final String TYPE = "io.kestra.plugin.core.templating.TemplatedTask";

  @Override
  public @Nullable Object run(RunContext context) throws Exception {
    var task = context.task(read(context.require(spec, "spec"), context));
    if (task instanceof TemplatedTask) {
      throw new TaskFailure("The templated task cannot be of type '" + TYPE + "' again");
    }
    return task.run(context);
  }

  /// Reads the YAML with the function that templates have for it.
  private static Map<String, Object> read(String yaml, RunContext context) {
    var tree = context.with(Map.of("spec", yaml)).evaluate("{{ yaml(spec) }}");
    if (!(tree instanceof Map<?, ?> map)) {
      throw new TaskFailure("the spec must be the YAML of a task: a type and its properties");
    }
    var properties = new LinkedHashMap<String, Object>();
    map.forEach((name, value) -> properties.put(String.valueOf(name), value));
    return properties;
  }
}
