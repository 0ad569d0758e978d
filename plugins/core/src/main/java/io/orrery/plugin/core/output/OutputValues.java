package io.orrery.plugin.core.output;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.RunnableTask;
import java.util.Map;

@Plugin(
    type = "io.kestra.plugin.core.output.OutputValues",
    light = true,
    title = "Hands rendered values on as its outputs.",
    examples =
        @Example(
            """
            id: result
            type: io.kestra.plugin.core.output.OutputValues
            values:
              started: "{{ execution.startDate }}"
              numbers: [1, 2]
            """))
public record OutputValues(
    @Doc(value = "The values by name; texts in them are rendered.", required = true)
        Property<Map<String, Object>> values)
    implements RunnableTask<OutputValues.Output> {

  @Override
  public Output run(RunContext context) {
    return new Output(context.require(values, "values"));
  }

  public record Output(@Doc("The rendered values.") Map<String, Object> values) {}
}
