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
    type = "io.kestra.plugin.scripts.python.ScriptTrigger",
    title = "Runs a Python script, and starts the flow when it ends as it should.",
    examples =
        @Example(
            """
            id: ready
            type: io.kestra.plugin.scripts.python.ScriptTrigger
            interval: PT30S
            exitCondition: exit 0
            script: |
              raise SystemExit(0)
            """))
public record ScriptTrigger(
    @Doc(value = "The text of the script.", required = true) Property<String> script,
    @Inline ScriptCondition condition,
    @Inline PythonOptions python,
    @Inline ScriptOptions options)
    implements PollingTrigger<ScriptCondition.Output> {

  @Override
  public List<Found<ScriptCondition.Output>> evaluate(RunContext context, Memory memory)
      throws Exception {
    python.warn(context);
    var ended =
        ScriptRun.tryFileScript(script, List.of("python3", "python"), ".py", options, context);
    return condition.judge(ended, context, memory);
  }
}
