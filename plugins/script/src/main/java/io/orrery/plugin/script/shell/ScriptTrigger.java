package io.orrery.plugin.script.shell;

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
    type = "io.kestra.plugin.scripts.shell.ScriptTrigger",
    title = "Runs a shell script, and starts the flow when it ends as it should.",
    examples =
        @Example(
            """
            id: ready
            type: io.kestra.plugin.scripts.shell.ScriptTrigger
            interval: PT30S
            exitCondition: exit 0
            script: |
              test -e /data/ready
            """))
public record ScriptTrigger(
    @Doc(value = "The text of the script.", required = true) Property<String> script,
    @Inline ScriptCondition condition,
    @Inline ScriptOptions options)
    implements PollingTrigger<ScriptCondition.Output> {

  @Override
  public List<Found<ScriptCondition.Output>> evaluate(RunContext context, Memory memory)
      throws Exception {
    var ended = ScriptRun.tryShellScript(script, options, context);
    return condition.judge(ended, context, memory);
  }
}
