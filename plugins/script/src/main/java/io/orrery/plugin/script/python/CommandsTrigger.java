package io.orrery.plugin.script.python;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Example;
import io.orrery.plugin.api.Found;
import io.orrery.plugin.api.Inline;
import io.orrery.plugin.api.Memory;
import io.orrery.plugin.api.Plugin;
import io.orrery.plugin.api.PollingTrigger;
import io.orrery.plugin.api.Property;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.script.ScriptCondition;
import io.orrery.plugin.script.ScriptOptions;
import io.orrery.plugin.script.ScriptRun;
import java.util.List;

@Plugin(
    type = "io.kestra.plugin.scripts.python.CommandsTrigger",
    title =
        "Runs shell commands that use Python, and starts the flow when they end as they should.",
    examples =
        @Example(
            """
            id: ready
            type: io.kestra.plugin.scripts.python.CommandsTrigger
            interval: PT30S
            exitCondition: exit 0
            commands:
              - python3 check.py
            """))
public record CommandsTrigger(
    @Doc(value = "The commands, run one after another by one shell.", required = true)
        Property<List<String>> commands,
    @Inline ScriptCondition condition,
    @Inline PythonOptions python,
    @Inline ScriptOptions options)
    implements PollingTrigger<ScriptCondition.Output> {

  @Override
  public List<Found<ScriptCondition.Output>> evaluate(RunContext context, Memory memory)
      throws Exception {
    python.warn(context);
    return condition.judge(ScriptRun.tryCommands(commands, options, context), context, memory);
  }
}
